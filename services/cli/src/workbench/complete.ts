/** What may come next on a line. Pure: the names it may offer are given. */
import { commandNames, commandRows, isCommandName } from "./commands.ts";

/** What only the server or the disk knows; asked for when a completion needs it. */
export interface Known {
  entities(): Promise<readonly string[]>;
  scopes(): Promise<readonly string[]>;
  /** Names in the folder of what is typed, folders with a slash at the end. */
  files(typed: string): Promise<readonly string[]>;
}

/** Whole replacements for `part`, which is the end of the line. */
export interface Completion {
  readonly part: string;
  readonly candidates: readonly string[];
}

export async function complete(line: string, known: Known): Promise<Completion> {
  const nothing = { part: line, candidates: [] };
  if (!line.startsWith("/")) return nothing;
  const [head = "", name = "", space = ""] = /^\/(\S*)(\s*)/.exec(line) ?? [];
  const rest = line.slice(head.length);
  if (space === "") {
    const commands = commandNames.map((command) => `/${command} `);
    return { part: line, candidates: commands.filter((command) => command.startsWith(line)) };
  }
  if (!isCommandName(name)) return nothing;
  const word = lastWord(rest);
  switch (commandRows[name].takes) {
    case "fact":
      return offer(word, word.startsWith("entity=") ? await entityNames("entity=", known) : unusedFields(rest));
    case "entity":
      return offer(word, await entityNames("", known));
    case "scopes":
      return offer(word, await known.scopes());
    case "time":
      return offer(word, ["now"]);
    case "sessions":
      return offer(word, ["more", "new"]);
    case "file":
      return offer(word, await known.files(word));
    case "text":
    case "nothing":
      return nothing;
  }
}

function offer(part: string, names: readonly string[]): Completion {
  const typed = part.toLowerCase();
  return { part, candidates: names.filter((name) => name.toLowerCase().startsWith(typed)) };
}

/** A name with spaces is quoted, so that it stays one word. */
async function entityNames(prefix: string, known: Known): Promise<readonly string[]> {
  return (await known.entities()).map((name) => (/\s/.test(name) ? `${prefix}"${name}"` : `${prefix}${name}`));
}

function unusedFields(rest: string): readonly string[] {
  return ["entity=", "attr=", "val="].filter((field) => !new RegExp(`(?:^|\\s)${field}`).test(rest));
}

/** The word at the end; within an open quote it began at the quote's word. */
function lastWord(rest: string): string {
  return /(?<![^\s"])(?:[^\s"]*"[^"]*|[^\s"]*)$/.exec(rest)?.[0] ?? "";
}
