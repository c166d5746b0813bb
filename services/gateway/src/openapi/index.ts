export { openApiDocument } from "./document.ts";
export { apiDocumentSurface } from "./surface.ts";
