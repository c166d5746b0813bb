/** Flags that several commands take, and flags that none may take. */
import { InvalidArgumentError, Option, type Command } from "commander";
import { usage } from "./failure.ts";

/** Appends each use of a repeatable option. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

/** A whole number from 1 to `max`. */
export function wholeNumberTo(max: number): (text: string) => number {
  return (text) => {
    const count = wholeNumber(text);
    if (count < 1 || count > max) throw new InvalidArgumentError(`It must be from 1 to ${max}.`);
    return count;
  };
}

/** The most hits of one question, and the most records on a page of a list, as the API has them. */
export const maxHits = 50;
export const maxPage = 500;

/** `--limit <n>`, refused before anything is sent where the server would not take it. */
export function limitOption(about: string, max: number): Option {
  return new Option("--limit <n>", about).argParser(wholeNumberTo(max));
}

/** A share, from 0 to 1. */
export function share(text: string): number {
  const number = Number(text);
  if (!/^(?:\d+|\d*\.\d+)$/.test(text) || number > 1) throw new InvalidArgumentError("It must be a number from 0 to 1.");
  return number;
}

export const usualConcurrency = 4;
const maxConcurrency = 64;

/** `--concurrency <n>` of a job that sends many things; `usualConcurrency` where it is not given. */
export function concurrencyOption(things: string): Option {
  const about = `${things} at a time (default ${usualConcurrency}, at most ${maxConcurrency})`;
  return new Option("--concurrency <n>", about).argParser(wholeNumberTo(maxConcurrency));
}

/** `--<name> <value>` with the values that it takes. */
export function choice(flags: string, about: string, values: readonly string[]): Option {
  return new Option(flags, about).choices(values);
}

/** Each --scope is a clause of its own: what is written belongs to the one scope or the other. */
export function scopesOf(paths: readonly string[] | undefined): { scopes?: string[][] } {
  return paths === undefined ? {} : { scopes: paths.map((path) => [path]) };
}

/** `--user <id>`: an end user, whose scope and whose "I" it is. */
/** Of a read that is whole without it. */
export function maxTokensOption(): Option {
  return new Option("--max-tokens <n>", "at most so long, in tokens of about four characters; without it all").argParser(
    wholeNumberTo(100_000),
  );
}

/** What an answer of a bounded length says of the rest. */
export function leftOutText({ leftOut }: { readonly leftOut?: number | undefined }): readonly string[] {
  return leftOut ? [`(${leftOut} more left out for length: ask with a larger --max-tokens.)`] : [];
}

export function userOption(about: string): Option {
  return new Option("--user <id>", about);
}

/** Where something belongs: the end user, or each --scope. */
export function placeOf({ scope, user }: { readonly scope?: readonly string[]; readonly user?: string }): {
  scopes?: string[][];
  user?: string;
} {
  if (user !== undefined && scope !== undefined) throw usage("--user stands in the place of --scope; give one.");
  return user === undefined ? scopesOf(scope) : { user };
}

/** The lines of a command's help that show it in use. */
export function examples(...lines: readonly string[]): string {
  return `\n${lines.length === 1 ? "Example" : "Examples"}:\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** For a command that reads by the key's whole region: it takes no --scope, and its help and the refusal say where scopes go. */
export function withoutScope(command: Command, path: string): void {
  const why = `this covers all that the key may read. For one end user's, give --user; for less, use a key of narrower grants
('loci keys mint <name> --grant memory:read=<path>'), or 'lens' in the body of POST ${path}.`;
  command.addHelpText("after", `\nThere is no --scope: ${why}`);
  refuseFlags(command, { "--scope": why.replace("\n", " ") });
}

/** Flags of other tools that mean something we decide otherwise: they are refused with the reason instead of "unknown option". */
export function refuseFlags(command: Command, refused: Readonly<Record<string, string>>): void {
  for (const [flag, reason] of Object.entries(refused)) {
    const option = new Option(`${flag} [value]`).hideHelp();
    command.addOption(option).on(`option:${option.name()}`, () => {
      throw usage(`${flag} is not accepted: ${reason}`);
    });
  }
}
