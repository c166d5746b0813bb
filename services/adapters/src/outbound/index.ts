export { boundedFetch, maxAnswerBytes, valueMeasure, type AnswerBounds, type Fetch } from "./bounded-fetch.ts";
export { guardedFetch, type Resolve } from "./guarded-fetch.ts";
export { isRefusedAddress, RefusedAddress, refusedAddressWords } from "./refused-address.ts";
export { storablePieces, storableText, storableValue } from "./storable-text.ts";
