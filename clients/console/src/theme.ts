import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from "@mantine/core";

/** Every colour, size and typeface that is ours; all else follows from them. */

const petrol: MantineColorsTuple = [
  "#e9f6f6",
  "#d3e9ea",
  "#a8d3d5",
  "#7cbdc0",
  "#57abaf",
  "#3f9ca1",
  "#2b8d92",
  "#177c81",
  "#0b6b70",
  "#00575c",
];

const dark: MantineColorsTuple = [
  "#d5d9de",
  "#b6bcc4",
  "#9aa2ac",
  "#6b747f",
  "#414a55",
  "#303843",
  "#252c36",
  "#1a2029",
  "#141920",
  "#0e1217",
];

export const theme = createTheme({
  colors: { petrol, dark },
  primaryColor: "petrol",
  primaryShade: { light: 8, dark: 4 },
  autoContrast: true,
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: "0.75rem", sm: "0.84375rem", md: "0.9375rem", lg: "1.0625rem", xl: "1.25rem" },
  headings: {
    fontWeight: "620",
    sizes: {
      h1: { fontSize: "1.375rem", lineHeight: "1.3" },
      h2: { fontSize: "1.0625rem", lineHeight: "1.35" },
      h3: { fontSize: "0.9375rem", lineHeight: "1.4" },
    },
  },
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    Badge: { defaultProps: { variant: "light", radius: "sm", size: "sm", tt: "none", fw: 550 } },
    Paper: { defaultProps: { radius: "md" } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, events: { hover: true, focus: true, touch: true } } },
    TextInput: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm" } },
  },
});

/** Mantine's usual greys and tints are too faint for small text: these have a contrast of 4.5 and more on their grounds. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#f7f9fa",
    "--mantine-color-text": "#1b2430",
    "--mantine-color-dimmed": "#566270",
    "--mantine-color-placeholder": "#66717e",
    "--mantine-color-default-border": "#d9dfe5",
    "--mantine-color-error": "#b42318",
    "--mantine-color-petrol-light-color": "#00575c",
    "--mantine-color-gray-light": "#e9edf1",
    "--mantine-color-gray-light-color": "#414c59",
    "--mantine-color-green-light-color": "#1c6230",
    "--mantine-color-orange-light-color": "#8a3b05",
    "--mantine-color-yellow-light-color": "#6f4d00",
    "--mantine-color-red-light-color": "#a01f1f",
    "--mantine-color-blue-light-color": "#12509c",
    "--mantine-color-violet-light-color": "#5630a8",
    "--mantine-color-grape-light-color": "#7a2490",
    "--mantine-color-anchor": "#0b6b70",
    "--loci-surface": "#ffffff",
    "--loci-surface-raised": "#f1f4f6",
    "--loci-leg-bm25": "#c2701c",
    "--loci-leg-vector": "#0b7a80",
    "--loci-leg-graph": "#6b4fc0",
    "--loci-leg-other": "#8793a1",
  },
  dark: {
    "--mantine-color-body": "#12171e",
    "--mantine-color-text": "#dde2e8",
    "--mantine-color-dimmed": "#a0a9b4",
    "--mantine-color-placeholder": "#8c95a1",
    "--mantine-color-default": "#1f2630",
    "--mantine-color-default-hover": "#28303b",
    "--mantine-color-default-border": "#303843",
    "--mantine-color-error": "#ff8f87",
    "--mantine-color-petrol-light-color": "#8fd0d3",
    "--mantine-color-gray-light": "#28303b",
    "--mantine-color-gray-light-color": "#c3cad3",
    "--mantine-color-anchor": "#7cc7ca",
    "--loci-surface": "#1a2029",
    "--loci-surface-raised": "#222933",
    "--loci-leg-bm25": "#e39a4f",
    "--loci-leg-vector": "#4fb3b8",
    "--loci-leg-graph": "#a08ae8",
    "--loci-leg-other": "#7d8896",
  },
});
