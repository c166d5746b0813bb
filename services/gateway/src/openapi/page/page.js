const dark = matchMedia("(prefers-color-scheme: dark)");
const followTheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", followTheme);
followTheme();

SwaggerUIBundle({
  url: "../openapi.json",
  dom_id: "#document",
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  displayRequestDuration: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: 0,
  // A key lives as long as the page: nothing is written to the browser's storage.
  persistAuthorization: false,
  // The usual one is another host.
  validatorUrl: null,
});
