import type { Explain } from "../tree/select.ts";
import type { Statement } from "../tree/statement.ts";
import type { Cursor } from "./cursor.ts";
import { parseStatement } from "./statement.ts";

/** `EXPLAIN [ANALYZE] [FORMAT TEXT | JSON] statement`. */
export function parseExplained(cursor: Cursor): Statement {
  cursor.expect("EXPLAIN");
  const analyze = cursor.eat("ANALYZE");
  const format = cursor.eat("FORMAT") ? parseFormat(cursor) : "text";
  const explain: Explain = { full: analyze, position: "before", analyze, format };
  return { statement: "explain", explain, of: cursor.deeper(parseStatement) };
}

function parseFormat(cursor: Cursor): Explain["format"] {
  if (cursor.eat("TEXT")) return "text";
  if (cursor.eat("JSON")) return "json";
  throw cursor.unexpected("TEXT or JSON");
}
