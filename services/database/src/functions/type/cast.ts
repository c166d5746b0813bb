import { cast } from "../../kinds/cast.ts";
import type { Kind } from "../../language/surrealql/tree/index.ts";
import { castRefused, invalidTable, noPoint, noSet } from "../../messages/type-functions.ts";
import { isArray, isNumber } from "../../values/kind-of.ts";
import { setInTurns } from "../../values/order.ts";
import { printRaw, printValue } from "../../values/print.ts";
import { parseUuid } from "../../values/uuid.ts";
import { FilePointer, Geometry, RecordId, SetValue, TableName, Uuid, type Value } from "../../values/value.ts";
import { any, optional, string } from "../arguments.ts";
import { effect, family, pure, type Definition } from "../function.ts";
import { recordFrom } from "./record.ts";

const as = (kind: Kind): Definition => pure([any], ([value], context) => cast(value, kind, context.readRecordId));

/** `type::…` that make a value of a kind. */
export const casting = family("type", {
  array: as({ kind: "array", of: undefined, length: undefined }),
  bool: as({ kind: "bool" }),
  bytes: as({ kind: "bytes" }),
  datetime: as({ kind: "datetime" }),
  decimal: as({ kind: "decimal" }),
  duration: as({ kind: "duration" }),
  file: pure([string, string], ([bucket, key]) => new FilePointer(bucket, key.startsWith("/") ? key : `/${key}`)),
  float: as({ kind: "float" }),
  geometry: as({ kind: "geometry", shapes: [] }),
  int: as({ kind: "int" }),
  number: as({ kind: "number" }),
  point: pure([any], ([value]) => pointFrom(value)),
  range: as({ kind: "range" }),
  record: pure([any, optional(any)], (args, context) => {
    const [table, key] = args;
    if (args.length === 2) return recordFrom(table, key);
    if (table === "") throw invalidTable("");
    const record = typeof table === "string" ? context.readRecordId(table) : table;
    if (!(record instanceof RecordId)) throw castRefused("record", printValue(table));
    return record;
  }),
  set: effect([any], function* ([value], { turn }) {
    if (value instanceof SetValue) return value;
    if (!isArray(value)) throw noSet(printValue(value));
    return yield* setInTurns(value, turn);
  }),
  string: as({ kind: "string" }),
  string_lossy: pure([any], ([value], context) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : cast(value, { kind: "string" }, context.readRecordId),
  ),
  table: pure([any], ([value]) => {
    if (value instanceof TableName) return value;
    if (value instanceof RecordId) return new TableName(value.table);
    if (typeof value !== "string") throw invalidTable(printRaw(value));
    return new TableName(value);
  }),
  uuid: pure([any], ([value]) => {
    const uuid = typeof value === "string" ? parseUuid(value) : value;
    if (!(uuid instanceof Uuid)) throw castRefused("uuid", printValue(value));
    return uuid;
  }),
});

/** A point, or an array of its longitude and latitude. */
function pointFrom(value: Value): Geometry {
  if (value instanceof Geometry && value.shape.type === "Point") return value;
  const [longitude, latitude] = isArray(value) && value.length === 2 ? value : [];
  if (!isNumber(longitude) || !isNumber(latitude)) throw noPoint(printValue(value));
  return new Geometry({ type: "Point", coordinates: [Number(longitude), Number(latitude)] });
}
