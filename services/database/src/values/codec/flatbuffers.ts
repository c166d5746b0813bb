export { decodeFlatbuffers, readFlatbuffers } from "./flatbuffers-decode.ts";
export { encodeFlatbuffers } from "./flatbuffers-encode.ts";
