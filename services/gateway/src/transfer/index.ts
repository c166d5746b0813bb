export { splitLines } from "./split-lines.ts";
export { readFile, type ReadFile } from "./read-file.ts";
export { freshly, writeFile, type TransferServices } from "./write-file.ts";
