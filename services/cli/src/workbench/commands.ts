/** The commands of a workbench: one row each; help, completion and suggestions read this table. */

export interface CommandRow {
  readonly usage: string;
  readonly summary: string;
  /** What may stand after the command, for completion. */
  readonly takes: "nothing" | "text" | "fact" | "entity" | "scopes" | "time" | "sessions" | "file";
}

export const commandRows = {
  remember: { usage: "/remember <text>", summary: "store a text", takes: "text" },
  recall: { usage: "/recall <text>", summary: "ask what is remembered", takes: "text" },
  chat: { usage: "/chat <text>", summary: "talk; the answer cites", takes: "text" },
  fact: { usage: "/fact entity=<Type/name> attr=<attr> val=<value>", summary: "state a fact", takes: "fact" },
  inspect: { usage: "/inspect <Type/name> [key] | <reference>", summary: "a record, its times and sources", takes: "entity" },
  scope: { usage: "/scope [<path>...|-]", summary: "where to write and read; - clears", takes: "scopes" },
  "as-of": { usage: "/as-of [<time>|now]", summary: "read as it was known then", takes: "time" },
  sessions: { usage: "/sessions [more|<number>|<id>|new]", summary: "conversations; go on in one", takes: "sessions" },
  upload: { usage: "/upload <file>", summary: "store a document", takes: "file" },
  forget: { usage: "/forget <text>", summary: "find what fits, ask, forget it", takes: "text" },
  record: { usage: "/record <file>|off", summary: "keep this session as JSON Lines", takes: "file" },
  help: { usage: "/help", summary: "this list", takes: "nothing" },
  quit: { usage: "/quit", summary: "leave", takes: "nothing" },
} as const satisfies Readonly<Record<string, CommandRow>>;

export type CommandName = keyof typeof commandRows;
export const commandNames = Object.keys(commandRows) as readonly CommandName[];

export function isCommandName(text: string): text is CommandName {
  return Object.hasOwn(commandRows, text);
}

/** What `/help` shows. */
export function helpLines(): readonly string[] {
  const rows = commandNames.map((name) => commandRows[name]);
  const width = Math.max(...rows.map((row) => row.usage.length).filter((length) => length <= 24));
  const lines = rows.map(({ usage, summary }) =>
    usage.length <= width ? `${usage.padEnd(width)}  ${summary}` : `${usage}\n${" ".repeat(width)}  ${summary}`,
  );
  return [
    "A line that ends in a question mark recalls; any other line is remembered.",
    ...lines.flatMap((line) => line.split("\n")),
    'Quote a value with spaces: val="Lisbon, Portugal". A value @Type/name is a relation.',
  ];
}

/** The command that was probably meant, or undefined where none is near. */
export function nearestCommand(typed: string): CommandName | undefined {
  let nearest: { name: CommandName; distance: number } | undefined;
  for (const name of commandNames) {
    const distance = name.startsWith(typed) && typed !== "" ? 0 : editDistance(typed, name);
    if (nearest === undefined || distance < nearest.distance) nearest = { name, distance };
  }
  return nearest !== undefined && nearest.distance <= Math.max(1, Math.floor(nearest.name.length / 3)) ? nearest.name : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word of the other. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(replaced, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
