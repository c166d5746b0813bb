export { decodeCbor, readCbor } from "./cbor-decode.ts";
export { encodeCbor } from "./cbor-encode.ts";
