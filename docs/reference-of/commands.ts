/** The help of every command of both binaries, as they print it. */
import type { Command } from "commander";
import { commands } from "../../services/cli/src/command-table.ts";
import { createProgram as createClient } from "../../services/cli/src/main.ts";
import { createSession } from "../../services/cli/src/session.ts";
import { readEnvironment } from "../../services/cli/src/config.ts";
import { styleFor, type Terminal } from "../../services/cli/src/terminal.ts";
import { createProgram as createServer } from "../../services/server/src/main.ts";

/** Wide enough for every line, whoever's terminal this is run on. */
const columns = 100;

export async function commandLinePage(): Promise<string> {
  const session = createSession(readEnvironment({}), silent);
  const program = await createClient(Object.keys(commands), session);
  const intro = `# The client: \`loci\`

What \`loci <command> --help\` prints. Every command takes the global options too, which are left out below:
\`--url\`, \`--api-key\`, \`--context-id\`, \`--profile\`, \`--json\`, \`--no-color\`. Exit codes stand in [errors](errors.md).`;
  return page(program, intro);
}

export function serverPage(): string {
  const intro = `# The server: \`loci-server\`

What \`loci-server <command> --help\` prints. What the settings mean stands in [settings](settings.md).
Every role takes the flags of all settings: those that it does not need it names on stderr, and ignores.`;
  return page(createServer(), intro);
}

function page(program: Command, intro: string): string {
  const sections = all(program, program.name()).map(([path, command]) => `## ${path}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\``);
  return [intro, ...sections].join("\n\n");
}

function all(command: Command, path: string): [string, Command][] {
  // Commander keeps what is hidden to itself, but tells its help.
  const shown = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== "help");
  return [[path, command], ...shown.flatMap((each) => all(each, `${path} ${each.name()}`))];
}

function helpOf(command: Command): string {
  let text = "";
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => columns, getOutHasColors: () => false });
  command.configureHelp({ ...command.configureHelp(), helpWidth: columns, showGlobalOptions: false });
  command.outputHelp();
  const lines = text.split("\n").filter((line) => !/^ {2}(-h, --help|--version) /.test(line));
  // An "Options:" of which nothing is left.
  const kept = lines.filter((line, at) => line !== "Options:" || (lines[at + 1] ?? "").trim() !== "");
  return kept
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}

const nobody = () => undefined;
const silent: Terminal = {
  print: nobody,
  write: nobody,
  note: nobody,
  columns,
  isTerminal: false,
  hasPipedInput: false,
  showsProgress: false,
  style: styleFor(false),
  readInput: () => Promise.resolve(""),
  askSecret: () => Promise.resolve(undefined),
  ask: () => Promise.resolve(undefined),
  onInterrupt: () => nobody,
};
