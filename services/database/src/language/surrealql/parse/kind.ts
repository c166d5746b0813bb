import type { GeometryKind, Kind, PlainKind } from "../tree/kind.ts";
import type { Expression } from "../tree/expression.ts";
import type { Cursor } from "./cursor.ts";
import { parseInteger, parseNumber } from "./number.ts";
import { parseObjectKey } from "./object.ts";
import { parseStringText } from "./text.ts";

const plainKinds: ReadonlyMap<string, PlainKind> = new Map(
  (
    [
      "none",
      "null",
      "bool",
      "bytes",
      "datetime",
      "decimal",
      "duration",
      "float",
      "int",
      "number",
      "object",
      "string",
      "uuid",
      "regex",
      "range",
    ] as const
  ).map((kind) => [kind.toUpperCase(), kind]),
);

const geometryKinds: ReadonlyMap<string, GeometryKind> = new Map(
  (["point", "line", "polygon", "multipoint", "multiline", "multipolygon", "collection"] as const).map((kind) => [
    kind.toUpperCase(),
    kind,
  ]),
);

/** A type: `any`, `option<int | string>`, `int | string`; behind an `option<…>` there may be more. */
export function parseKind(cursor: Cursor): Kind {
  const whole = anyOrOption(cursor);
  return whole === undefined || whole.kind === "any" ? (whole ?? parseAlternatives(cursor)) : parseRest(cursor, whole);
}

/** A type that holds no `|` outside of angle brackets, as for the parameters of closures: there a `|` ends the list. */
export function parseSingleKind(cursor: Cursor): Kind {
  return anyOrOption(cursor) ?? parseConcrete(cursor);
}

/** `any` stands alone, and neither it nor `option<…>` may stand behind a `|`. */
function anyOrOption(cursor: Cursor): Kind | undefined {
  if (cursor.eat("ANY")) return { kind: "any" };
  if (!cursor.eat("OPTION")) return undefined;
  const open = cursor.expect("<");
  const inner = parseAlternatives(cursor);
  cursor.expectClosing(">", open);
  return either([{ kind: "none" }, inner]);
}

function parseAlternatives(cursor: Cursor): Kind {
  return parseRest(cursor, parseConcrete(cursor));
}

function parseRest(cursor: Cursor, first: Kind): Kind {
  const options = [first];
  while (cursor.eat("|")) options.push(parseConcrete(cursor));
  return either(options);
}

function either(options: readonly Kind[]): Kind {
  const flat = options.flatMap((option) => (option.kind === "either" ? option.options : [option]));
  const distinct: Kind[] = [];
  const plain = new Set<string>();
  for (const option of flat) {
    if (plainKinds.has(option.kind.toUpperCase())) {
      if (plain.has(option.kind)) continue;
      plain.add(option.kind);
    }
    distinct.push(option);
  }
  const [only, ...more] = distinct;
  return only !== undefined && more.length === 0 ? only : { kind: "either", options: distinct };
}

function parseConcrete(cursor: Cursor): Kind {
  const token = cursor.peek();
  if (token.type === "word") {
    const plain = plainKinds.get(token.key);
    if (plain !== undefined) {
      cursor.next();
      return { kind: plain };
    }
    const named = parseNamed(cursor);
    if (named !== undefined) return named;
  }
  const literal = parseLiteral(cursor);
  if (literal === undefined) throw cursor.unexpected("a kind name");
  return literal;
}

function parseNamed(cursor: Cursor): Kind | undefined {
  switch (cursor.peek().key) {
    case "RECORD":
      cursor.next();
      return { kind: "record", tables: names(cursor) };
    case "TABLE":
      cursor.next();
      return { kind: "table", tables: names(cursor) };
    case "FILE":
      cursor.next();
      return { kind: "file", buckets: names(cursor) };
    case "FUNCTION":
      cursor.next();
      return { kind: "function", parameters: undefined, returns: undefined };
    case "POINT":
      cursor.next();
      return { kind: "geometry", shapes: ["point"] };
    case "GEOMETRY":
      cursor.next();
      return { kind: "geometry", shapes: inBrackets(cursor, parseGeometryKind) };
    case "ARRAY":
      return parseCollection(cursor, "array");
    case "SET":
      return parseCollection(cursor, "set");
    default:
      return undefined;
  }
}

function names(cursor: Cursor): readonly string[] {
  return inBrackets(cursor, (inner) => inner.identifier());
}

/** `<a | b>`, or nothing. */
function inBrackets<T>(cursor: Cursor, parse: (cursor: Cursor) => T): readonly T[] {
  if (!cursor.is("<")) return [];
  const open = cursor.next();
  const items = [parse(cursor)];
  while (cursor.eat("|")) items.push(parse(cursor));
  cursor.expectClosing(">", open);
  return items;
}

function parseGeometryKind(cursor: Cursor): GeometryKind {
  const kind = geometryKinds.get(cursor.peek().key);
  if (kind === undefined) throw cursor.unexpected("a geometry kind name");
  cursor.next();
  return kind;
}

/** `array`, `array<int>`, `array<int, 5>`; of a set likewise. */
function parseCollection(cursor: Cursor, kind: "array" | "set"): Kind {
  cursor.next();
  if (!cursor.is("<")) return { kind, of: undefined, length: undefined };
  const open = cursor.next();
  const of = cursor.deeperKind(parseKind);
  const length = cursor.eat(",") ? Number(parseInteger(cursor)) : undefined;
  cursor.expectClosing(">", open);
  return { kind, of: of.kind === "any" && length === undefined ? undefined : of, length };
}

/** A type of one value, or of arrays and objects of a given shape. */
function parseLiteral(cursor: Cursor): Kind | undefined {
  const token = cursor.peek();
  if (token.type === "string" && (token.prefix === "" || token.prefix === "s")) {
    return ofValue({ kind: "literal", value: parseStringText(cursor) });
  }
  if (token.type === "digits") return ofValue({ kind: "literal", value: parseNumber(cursor) });
  switch (token.key) {
    case "TRUE":
    case "FALSE":
      cursor.next();
      return ofValue({ kind: "literal", value: token.key === "TRUE" });
    case "-":
    case "+":
      cursor.next();
      if (cursor.peek().type !== "digits") throw cursor.unexpected("a number");
      return ofValue({ kind: "literal", value: parseNumber(cursor, token.key === "-") });
    case "[":
      return { kind: "literal", literal: { of: "array", items: cursor.deeperKind(parseItems) } };
    case "{":
      return { kind: "literal", literal: { of: "object", fields: cursor.deeperKind(parseFields) } };
    default:
      return undefined;
  }
}

function ofValue(value: Expression): Kind {
  return { kind: "literal", literal: { of: "value", value } };
}

/** Commas may be left out. */
function parseItems(cursor: Cursor): readonly Kind[] {
  cursor.expect("[");
  const items: Kind[] = [];
  while (!cursor.eat("]")) {
    items.push(parseKind(cursor));
    cursor.eat(",");
  }
  return items;
}

/** Fields are in the order of their names, as in objects; messages show them so. */
function parseFields(cursor: Cursor): readonly (readonly [name: string, kind: Kind])[] {
  cursor.expect("{");
  const fields: (readonly [name: string, kind: Kind])[] = [];
  while (!cursor.eat("}")) {
    const name = parseObjectKey(cursor);
    cursor.expect(":");
    fields.push([name, parseKind(cursor)]);
    cursor.eat(",");
  }
  return fields.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
