import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/console/",
  plugins: [react()],
  // The gateway puts a fresh nonce in its place, for the <style> elements that Mantine writes.
  html: { cspNonce: "CSP_NONCE" },
  // The library that locks scrolling behind a dialog looks here for the nonce of its <style> element.
  define: { __webpack_nonce__: "globalThis.styleNonce" },
  // Other rooms use an older React: all of the console uses its own.
  resolve: { dedupe: ["react", "react-dom"] },
  build: {
    target: "es2022",
    // One file is not fetched as text inside another: the content security policy allows files of this host only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, moduleIds }) => `assets/${pageOf(moduleIds) ?? name}-[hash].js`,
        // What changes seldom keeps its name, and so its place in a browser's cache, when the console changes.
        codeSplitting: { groups: [{ name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }] },
      },
    },
  },
  worker: { format: "es" },
  server: { port: 5173, proxy: { "/api": "http://127.0.0.1:9090" } },
});

/** The folder of a page's own chunk, which is a better name than "page". */
function pageOf(moduleIds: readonly string[]): string | undefined {
  const page = moduleIds.findLast((id) => /\/src\/[\w-]+\/page\.tsx$/.test(id));
  return page?.split("/").at(-2);
}
