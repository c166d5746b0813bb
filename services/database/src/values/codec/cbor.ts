export { decodeCbor } from "./cbor-decode.ts";
export { encodeCbor } from "./cbor-encode.ts";
