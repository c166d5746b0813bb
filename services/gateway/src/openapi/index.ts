export { openApiDocument, type DocumentFacts, type OpenApiDocument } from "./document.ts";
