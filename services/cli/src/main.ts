/** The client `loci`: only the command that is called is loaded. */
import { Command, CommanderError, Option } from "commander";
import { commands, type CommandRow } from "./command-table.ts";
import { readEnvironment } from "./config.ts";
import { failureOf, versionNote } from "./explain.ts";
import { fitted, helpFor } from "./help.ts";
import { exitCodes, Failure } from "./failure.ts";
import { createSession, type Session } from "./session.ts";
import { jsonText, printable, processTerminal, type Terminal } from "./terminal.ts";
import { ownVersion } from "./version.ts";

const epilogue = `
Examples:
  loci login --url http://localhost:9090 --context-id dev --api-key loci_ck_…
  loci remember "Mina moved to Lisbon in March."
  loci recall "Where does Mina live?"

Exit codes:
  0 done             3 not reachable
  1 failed           4 not authorised
  2 wrong usage      130 interrupted (Ctrl-C)`;

/** @returns the exit code, see `exitCodes` */
export async function main(args: readonly string[], terminal?: Terminal, env = readEnvironment()): Promise<number> {
  const session = createSession(env, terminal ?? processTerminal({ ...env, refused: args.includes("--no-color") }));
  try {
    const program = await createProgram(args, session);
    await program.parseAsync(args, { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    return await report(error, session, args.includes("--json"));
  }
}

/** The program, with those commands defined that the words name. */
export async function createProgram(args: readonly string[], session: Session): Promise<Command> {
  const json = args.includes("--json");
  const program = new Command("loci")
    .description("Loci: long-term memory for AI agents.")
    .usage("<command> [flags]")
    .option("-u, --url <url>", "server base URL (SERVICE_URL)")
    .option("-a, --api-key <key>", "context key, or management key (SERVICE_API_KEY)")
    .option("-c, --context-id <id>", "context id (SERVICE_CONTEXT_ID)")
    .option("--profile <name>", "stored connection to use, see 'loci login'")
    .option("--json", "print the server's answer as JSON")
    .addOption(new Option("--no-color", "no colours (NO_COLOR)"))
    .version(ownVersion(), "--version", "print the version")
    .helpOption("-h, --help", "print this, or the help of a command")
    .helpCommand("help [command]", "the help of a command")
    .commandsGroup("This client:")
    .addHelpText("after", epilogue)
    .configureHelp(helpFor(session.terminal))
    .configureOutput({
      writeOut: (text) => session.terminal.print(fitted(text.trimEnd(), session.terminal.columns)),
      // Under --json the one document that says it comes from report().
      writeErr: (text) => (json ? undefined : session.terminal.note(text.replace(/^error: /, "loci: "))),
    })
    .showSuggestionAfterError()
    .exitOverride();
  for (const [name, row] of Object.entries(commands)) await addCommand(program, name, row, args, session);
  return program;
}

async function addCommand(program: Command, name: string, row: CommandRow, args: readonly string[], session: Session) {
  const command = program
    .command(name, { hidden: row.hidden ?? false })
    .description(row.summary)
    .helpGroup(`${row.group}:`);
  // Loading all of them would double the time of a cold `loci recall`.
  if (args.includes(name)) (await row.load()).define(command, session);
}

async function report(error: unknown, session: Session, json: boolean): Promise<number> {
  const { terminal } = session;
  if (error instanceof CommanderError) {
    // --help and --version end this way too, and so does a group without a subcommand (its help went to stderr).
    if (error.exitCode === 0) return exitCodes.ok;
    const text =
      error.code === "commander.help" ? "Say which subcommand; --help lists them." : error.message.replace(/^error: /, "");
    if (json) writeError(terminal, new Failure(text, exitCodes.usage));
    return exitCodes.usage;
  }
  const connection = session.lastConnection();
  const failure = failureOf(error, connection);
  const note = await versionNote(error, ownVersion(), connection);
  if (json) writeError(terminal, failure, note);
  else terminal.note(`loci: ${printable(`${failure.message}${note}`)}\n`);
  return failure.exitCode;
}

function writeError(terminal: Terminal, { message, exitCode, problem }: Failure, note = ""): void {
  const error = { ...problem, detail: `${problem?.detail || message}${note}`, exitCode };
  terminal.note(`${jsonText({ error }, 2)}\n`);
}
