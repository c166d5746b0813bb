import { parseProgram, type Define } from "../../language/surrealql/index.ts";
import { printDefine } from "../../language/surrealql/print/define.ts";

/** Behind the text of an index that is prepared for its removal: no statement of the language defines one so. */
const prepared = " PREPARE REMOVE";

/** The text in which a definition is kept. */
export function keptText(define: Define): string {
  const text = printDefine({ ...define, whenTaken: "error" });
  return define.what === "index" && define.prepareRemove === true ? text + prepared : text;
}

/** The tree of a kept definition. @throws Error when it is none, which is a fault */
export function parseDefinition(text: string): Define {
  const isPrepared = text.startsWith("DEFINE INDEX ") && text.endsWith(prepared);
  const [statement] = parseProgram(isPrepared ? text.slice(0, -prepared.length) : text).statements;
  if (statement?.statement !== "define") throw new Error("a kept definition is none");
  return isPrepared && statement.what === "index" ? { ...statement, prepareRemove: true } : statement;
}
