import { closureWithoutForm, wrongArguments } from "../messages/functions.ts";
import { readCbor, writeCbor } from "../values/codec/cbor.ts";
import { readJson, writeJson } from "../values/codec/json.ts";
import { Closure } from "../values/value.ts";
import { any, bool, bytes, optional, string } from "./arguments.ts";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { effect, family, pure, type Family } from "./function.ts";
import { withinStatement } from "./within-statement.ts";

/** `encoding::…` */
export const encoding: Family = family("encoding", {
  "base64::decode": pure([string], ([text], _context, name) => {
    const decoded = decodeBase64(text);
    if (decoded === undefined) throw wrongArguments(name, "invalid base64");
    return decoded;
  }),
  "cbor::decode": effect([bytes], ([value], { readRecordId, turn }, name) =>
    withinStatement(readCbor(value, readRecordId), turn, () => wrongArguments(name, "invalid cbor")),
  ),
  "cbor::encode": effect([any], ([value], { turn }, name) => {
    if (value instanceof Closure) throw closureWithoutForm();
    return withinStatement(writeCbor(value), turn, ({ message }) => wrongArguments(name, message));
  }),
  "json::decode": effect([string], ([text], { turn }, name) =>
    withinStatement(readJson(text), turn, () => wrongArguments(name, "invalid json")),
  ),
  "json::encode": effect([any], ([value], { turn }) => withinStatement(writeJson(value), turn)),
  "base64::encode": pure([bytes, optional(bool)], ([value, padded = false]) =>
    padded ? Buffer.from(value).toString("base64") : encodeBase64(value),
  ),
});
