import { LociError } from "@loci/kernel";
import { decodeText } from "../decode.ts";
import type { FormatReader } from "../reader.ts";
import type { DocumentWriter } from "../writer.ts";

type Leaf = string | number | boolean | null;
type Branch = readonly Json[] | { readonly [key: string]: Json };
type Json = Leaf | Branch;
type Plain = Leaf | readonly Leaf[];

/** Deeper data are no document. */
const maxDepth = 200;

/**
 * Each object as a line: its path, then its plain values as "key: value; key: value"; lists of plain values are values too. What
 * belongs to one key (or one element) of the whole is a paragraph.
 */
export const readJson: FormatReader = async ({ bytes, charset }, writer) => {
  const value = JSON.parse(decodeText(bytes, charset)) as Json;
  const lines: string[] = [];
  if (isPlain(value)) lines.push(plain(value));
  else {
    lines.push(...ownLine(value, ""));
    flush(lines, writer);
    for (const [path, nested] of nestedOf(value, "")) {
      describe(nested, path, 1, lines);
      flush(lines, writer);
    }
  }
  flush(lines, writer);
  return { title: titleOf(value), pages: 0 };
};

function flush(lines: string[], writer: DocumentWriter): void {
  writer.paragraph(lines.join("\n"));
  lines.length = 0;
}

function describe(value: Branch, path: string, depth: number, lines: string[]): void {
  if (depth > maxDepth) throw new LociError("invalid", `The JSON is nested more than ${maxDepth} levels deep.`);
  for (const line of ownLine(value, path)) lines.push(line);
  for (const [nestedPath, nested] of nestedOf(value, path)) describe(nested, nestedPath, depth + 1, lines);
}

/** What a list or an object holds by itself, in at most one line. */
function ownLine(value: Branch, path: string): string[] {
  const own = Array.isArray(value)
    ? value.filter(isLeaf).map(plain).join(", ")
    : Object.entries(value)
        .flatMap(([key, item]: [string, Json]) => (isPlain(item) ? [`${key}: ${plain(item)}`] : []))
        .join("; ");
  return own === "" ? [] : [path === "" ? own : `${path}: ${own}`];
}

/** The lists and objects in it that take lines of their own, each with its path. */
function nestedOf(value: Branch, path: string): [string, Branch][] {
  const named: [string, Json][] = Array.isArray(value)
    ? value.map((item, i) => [`${path}[${i}]`, item as Json])
    : Object.entries(value)
        .filter(([, item]) => !isPlain(item))
        .map(([key, item]) => [path === "" ? key : `${path}.${key}`, item]);
  return named.filter((entry): entry is [string, Branch] => !isLeaf(entry[1]));
}

const isLeaf = (value: Json): value is Leaf => value === null || typeof value !== "object";
const isPlain = (value: Json): value is Plain => isLeaf(value) || (Array.isArray(value) && value.every(isLeaf));
const plain = (value: Plain): string => [value].flat().map(String).join(", ");

function titleOf(value: Json): string {
  return value !== null && typeof value === "object" && "title" in value && typeof value.title === "string" ? value.title : "";
}
