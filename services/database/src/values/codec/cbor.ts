export { decodeCbor, readCbor } from "./cbor-decode.ts";
export { encodeCbor, writeCbor } from "./cbor-encode.ts";
