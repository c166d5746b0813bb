/** How the help fits the terminal it is read on. */
import type { Command, Help } from "commander";
import { wrap, type Terminal } from "./terminal.ts";

const widest = 100;
/** Narrower than this no description stands beside its term. */
const narrowest = 20;

/** Every command takes options: its line says only what else it takes. Where a term leaves no room, its text stands below it. */
export function helpFor({ columns }: Terminal): Partial<Help> {
  return {
    showGlobalOptions: true,
    minWidthToWrap: narrowest,
    helpWidth: Math.min(columns, widest),
    subcommandTerm: (command: Command) => [command.name(), ...command.registeredArguments.map(shownArgument)].join(" "),
    formatItem(term: string, termWidth: number, description: string, helper: Help): string {
      const width = helper.helpWidth ?? widest;
      const beside = Math.min(termWidth, width - narrowest - 4);
      if (description === "") return `  ${term}`;
      const text = helper.boxWrap(description, width - beside - 4).replaceAll("\n", `\n${" ".repeat(beside + 4)}`);
      return term.length <= beside ? `  ${term.padEnd(beside)}  ${text}` : `  ${term}\n${" ".repeat(beside + 4)}${text}`;
    },
  };
}

function shownArgument(argument: Command["registeredArguments"][number]): string {
  const shown = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${shown}>` : `[${shown}]`;
}

/** What commands say in sentences, broken to the terminal's width. What is set in is a list or a line to copy: it stays whole. */
export function fitted(help: string, columns: number): string {
  const lines = help.split("\n");
  return lines.map((line) => (line.length > columns && !line.startsWith(" ") ? wrap(line, columns) : line)).join("\n");
}
