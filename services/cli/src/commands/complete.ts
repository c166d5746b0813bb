import type { Command, Option } from "commander";
import type { Session } from "../session.ts";

interface Candidate {
  readonly name: string;
  readonly about: string;
}

/** `loci complete -- <words before the cursor> <the word at it>`: a line for each word that may stand there. */
export function define(command: Command, session: Session): void {
  command.argument("[words...]").action((words: string[]) => {
    const found = command.parent === null ? [] : candidates(command.parent, words);
    for (const { name, about } of found) session.terminal.print(`${name}\t${about}`);
  });
}

/** What may stand in the place of the last word. Of a group only those commands are known that the words name: they are loaded. */
export function candidates(program: Command, words: readonly string[]): Candidate[] {
  const start = words.at(-1) ?? "";
  const { command, option } = walkTo(program, words.slice(0, -1));
  return offered(command, option, start).filter(({ name }) => name.startsWith(start));
}

function offered(command: Command, option: Option | undefined, start: string): Candidate[] {
  if (option !== undefined) return (option.argChoices ?? []).map((name) => ({ name, about: "" }));
  const help = command.createHelp();
  if (start.startsWith("-")) {
    const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
    return options.map((one) => ({ name: one.long ?? one.short ?? "", about: one.description }));
  }
  const subcommands = help.visibleCommands(command).map((one) => ({ name: one.name(), about: one.description() }));
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  return [...subcommands, ...choices.map((name) => ({ name, about: "" }))];
}

/** The command that the words lead to, and the option whose value is to come. */
function walkTo(program: Command, words: readonly string[]): { command: Command; option: Option | undefined } {
  let command = program;
  let option: Option | undefined;
  for (const word of words) {
    if (option !== undefined) option = undefined;
    else if (word.startsWith("-")) option = optionOf(command, word);
    else command = command.commands.find((one) => one.name() === word) ?? command;
  }
  return { command, option };
}

/** The option of that name, where a value has to follow it as the next word. */
function optionOf(command: Command, word: string): Option | undefined {
  for (let at: Command | null = command; at !== null; at = at.parent) {
    const found = at.options.find((one) => one.long === word || one.short === word);
    if (found !== undefined) return found.required || found.optional ? found : undefined;
  }
  return undefined;
}
