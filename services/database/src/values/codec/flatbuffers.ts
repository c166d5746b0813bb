export { decodeFlatbuffers, readFlatbuffers } from "./flatbuffers-decode.ts";
export { encodeFlatbuffers, writeFlatbuffers } from "./flatbuffers-encode.ts";
