export { openApiDocument, type DocumentFacts, type OpenApiDocument } from "./document.ts";
export { apiDocumentSurface } from "./surface.ts";
export { productVersion } from "./version.ts";
