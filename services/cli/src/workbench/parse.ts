/** A line of input as a command. Total: whatever is typed gives a command or a text that says what to type instead. */
import { parseEntityReference, parseReference, referenceForms, type EntityReference } from "@loci/client";
import { commandRows, isCommandName, nearestCommand, type CommandName } from "./commands.ts";
import { splitWords } from "./words.ts";

export type Command =
  | { readonly name: "remember" | "recall" | "chat"; readonly text: string }
  | { readonly name: "fact"; readonly entity: EntityReference; readonly key: string; readonly value: string | EntityReference }
  | { readonly name: "inspect"; readonly entity: EntityReference; readonly key?: string }
  | { readonly name: "inspect"; readonly id: string }
  /** Without a change it is shown. */
  | { readonly name: "scope"; readonly change: readonly string[] | undefined }
  /** null is now. */
  | { readonly name: "as-of"; readonly change: string | null | undefined }
  /** A number counts the sessions that were listed; without a wish the newest are listed. */
  | { readonly name: "sessions"; readonly wish: "newest" | "more" | "new" | number | { readonly id: string } }
  | { readonly name: "upload"; readonly file: string }
  | { readonly name: "forget"; readonly text: string; readonly confirmed: boolean; readonly from?: number }
  | { readonly name: "record"; readonly file: string | undefined }
  | { readonly name: "help" | "quit" };

export type Parsed = { readonly command: Command } | { readonly problem: string } | { readonly nothing: true };

/** Plain text recalls where it ends in a question mark, and is remembered elsewhere. `//text` is the text `/text`. */
export function parseLine(line: string): Parsed {
  const text = line.trim();
  if (text === "") return { nothing: true };
  if (!text.startsWith("/") || text.startsWith("//")) {
    const plain = text.startsWith("//") ? text.slice(1) : text;
    return { command: { name: /[?？؟]$/u.test(plain) ? "recall" : "remember", text: plain } };
  }
  const [head = "", typed = ""] = /^\/(\S*)\s*/.exec(text) ?? [];
  const rest = text.slice(head.length);
  const name = typed.toLowerCase();
  if (isCommandName(name)) return parseArguments(name, rest);
  const meant = nearestCommand(name);
  const hint = meant === undefined ? "/help lists them." : `Did you mean /${meant}?`;
  return { problem: `There is no command /${typed}. ${hint}` };
}

function parseArguments(name: CommandName, rest: string): Parsed {
  switch (name) {
    case "remember":
    case "recall":
    case "chat":
      return rest === "" ? missing(name) : { command: { name, text: rest } };
    case "forget":
      return rest === "" ? missing(name) : { command: { name, text: rest, confirmed: false } };
    case "fact":
      return parseFact(rest);
    case "inspect":
      return parseInspect(rest);
    case "scope":
      return parseScope(rest);
    case "as-of":
      return parseAsOf(rest);
    case "sessions":
      return parseSessions(rest);
    case "upload":
    case "record":
      return parseFile(name, rest);
    case "help":
    case "quit":
      return rest === "" ? { command: { name } } : { problem: `/${name} takes nothing after it.` };
  }
}

function missing(name: CommandName): Parsed {
  return { problem: `Something is missing. Type ${commandRows[name].usage}` };
}

const factFields = ["entity", "attr", "val"] as const;

function parseFact(rest: string): Parsed {
  const split = splitWords(rest);
  if ("problem" in split) return split;
  const given = new Map<string, string>();
  for (const word of split.words) {
    const [field = "", ...value] = word.split("=");
    if (value.length === 0) return { problem: looseWord(word, given) };
    if (!factFields.some((known) => known === field))
      return { problem: `/fact knows no ${field}=; it takes entity=, attr= and val=.` };
    if (given.has(field)) return { problem: `${field}= stands twice.` };
    given.set(field, value.join("="));
  }
  const absent = factFields.filter((field) => !given.get(field));
  if (absent.length > 0)
    return { problem: `${absent.map((field) => `${field}=`).join(", ")} is missing. Type ${commandRows.fact.usage}` };
  const entity = entityRef(given.get("entity") ?? "");
  if ("problem" in entity) return entity;
  const value = given.get("val") ?? "";
  const key = given.get("attr") ?? "";
  if (!/^@[^/\s]+\/./.test(value)) return { command: { name: "fact", entity, key, value } };
  const target = entityRef(value.slice(1));
  return "problem" in target ? target : { command: { name: "fact", entity, key, value: target } };
}

function looseWord(word: string, given: ReadonlyMap<string, string>): string {
  const last = [...given].at(-1);
  return last === undefined
    ? `'${word}' is not a field. Type ${commandRows.fact.usage}`
    : `'${word}' stands alone; quote a value with spaces: ${last[0]}="${last[1]} ${word}".`;
}

function parseInspect(rest: string): Parsed {
  const split = splitWords(rest);
  if ("problem" in split) return split;
  const [first, second, ...more] = split.words;
  if (first === undefined) return missing("inspect");
  if (more.length > 0)
    return { problem: `Quote a name with spaces: /inspect "${split.words.join(" ")}", with a key after it where you want one.` };
  const reference = parseReference(first);
  if (reference === undefined) return { problem: `'${first}' names no record; it looks like Person/Mina, or ${referenceForms}.` };
  if (reference.form === "entity") {
    const entity = { type: reference.type, name: reference.name };
    return { command: { name: "inspect", entity, ...(second === undefined ? {} : { key: second }) } };
  }
  return second === undefined
    ? { command: { name: "inspect", id: first } }
    : { problem: "A key goes with Type/name, not with an id or a key." };
}

function parseScope(rest: string): Parsed {
  const split = splitWords(rest);
  if ("problem" in split) return split;
  const { words } = split;
  if (words.length === 0) return { command: { name: "scope", change: undefined } };
  if (words.length === 1 && words[0] === "-") return { command: { name: "scope", change: [] } };
  const wrong = words.find((path) => path !== "/" && (path.includes("//") || path.startsWith("-")));
  if (wrong !== undefined) return { problem: `'${wrong}' is not a scope path; it looks like org/acme/user/mina.` };
  return { command: { name: "scope", change: [...new Set(words.map(plainPath))] } };
}

/** Without outer slashes: `org/acme/` and `/org/acme` are `org/acme`; `/` is the root. */
function plainPath(path: string): string {
  return path.replace(/^\/+|(?<!\/)\/+$/g, "") || "/";
}

function parseAsOf(rest: string): Parsed {
  if (rest === "") return { command: { name: "as-of", change: undefined } };
  if (rest === "now" || rest === "-") return { command: { name: "as-of", change: null } };
  const isTime = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:[Zz]|[+-]\d{2}:\d{2})?)?$/.test(rest);
  // A time without a zone is UTC, as the server shows them all.
  const zoned = !/[Tt ]/.test(rest) || /[Zz]$|[+-]\d{2}:\d{2}$/.test(rest) ? rest : `${rest}Z`;
  const time = Date.parse(zoned.replace(" ", "T"));
  if (!isTime || Number.isNaN(time))
    return { problem: `'${rest}' is not a time; it looks like 2026-03-01, 2026-03-01T12:00:00Z or now.` };
  return { command: { name: "as-of", change: new Date(time).toISOString() } };
}

function parseSessions(rest: string): Parsed {
  const of = (wish: Extract<Command, { name: "sessions" }>["wish"]) => ({ command: { name: "sessions" as const, wish } });
  if (rest === "") return of("newest");
  if (rest === "more" || rest === "new") return of(rest);
  if (/^[1-9]\d{0,5}$/.test(rest)) return of(Number(rest));
  if (/^session:\S+$/.test(rest)) return of({ id: rest });
  return { problem: `'${rest}' is no session: give its number as /sessions lists it, its id, or new.` };
}

function parseFile(name: "upload" | "record", rest: string): Parsed {
  const split = splitWords(rest);
  if ("problem" in split) return split;
  if (split.words.length === 0) return missing(name);
  const [file = "", ...more] = split.words;
  if (more.length > 0) return { problem: `Quote a file name with spaces: /${name} "${split.words.join(" ")}"` };
  if (name === "upload") return { command: { name, file } };
  return { command: { name, file: file === "off" ? undefined : file } };
}

function entityRef(text: string): EntityReference | { readonly problem: string } {
  const reference = parseEntityReference(text);
  if (reference?.form === "entity") return { type: reference.type, name: reference.name };
  return { problem: `'${text}' is not an entity's name; it looks like Person/Mina.` };
}
