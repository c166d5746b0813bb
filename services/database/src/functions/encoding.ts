import { QueryError } from "../errors.ts";
import { closureWithoutForm, wrongArguments } from "../messages/functions.ts";
import { decodeCbor, encodeCbor } from "../values/codec/cbor.ts";
import { fromJson, toJson } from "../values/codec/json.ts";
import { Closure } from "../values/value.ts";
import { any, bool, bytes, optional, string } from "./arguments.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { family, pure, type Family } from "./function.ts";

/** `encoding::…` */
export const encoding: Family = family("encoding", {
  "base64::decode": pure([string], ([text], _context, name) => {
    const decoded = decodeBase64(text);
    if (decoded === undefined) throw wrongArguments(name, "invalid base64");
    return decoded;
  }),
  "cbor::decode": pure([bytes], ([value], context, name) => {
    try {
      return decodeCbor(value, context.readRecordId);
    } catch (failure) {
      throw failure instanceof QueryError ? wrongArguments(name, "invalid cbor") : failure;
    }
  }),
  "cbor::encode": pure([any], ([value], _context, name) => {
    if (value instanceof Closure) throw closureWithoutForm();
    try {
      return encodeCbor(value);
    } catch (failure) {
      throw failure instanceof QueryError ? wrongArguments(name, failure.message) : failure;
    }
  }),
  "json::decode": pure([string], ([text], _context, name) => {
    try {
      return fromJson(text);
    } catch (failure) {
      throw failure instanceof QueryError ? wrongArguments(name, "invalid json") : failure;
    }
  }),
  "json::encode": pure([any], ([value]) => toJson(value)),
  "base64::encode": pure([bytes, optional(bool)], ([value, padded = false]) =>
    padded ? Buffer.from(value).toString("base64") : encodeBase64(value),
  ),
});
