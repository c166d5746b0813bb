/** The client `loci`: one row for each command; only the one that is called is loaded. */
import { Command, CommanderError } from "commander";
import { readEnvironment } from "./config.ts";
import { exitCodes, Failure } from "./failure.ts";
import { createSession, type Session } from "./session.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

interface CommandRow {
  readonly summary: string;
  readonly load: () => Promise<{ define(command: Command, session: Session): void }>;
}

const commands: Readonly<Record<string, CommandRow>> = {
  remember: { summary: "store a text, a transcript or facts", load: () => import("./commands/remember.ts") },
  recall: { summary: "ask what is remembered", load: () => import("./commands/recall.ts") },
  context: { summary: "a block of memory for a prompt", load: () => import("./commands/context.ts") },
  entities: { summary: "show an entity and its history", load: () => import("./commands/entities.ts") },
  traces: { summary: "show how an answer came about", load: () => import("./commands/traces.ts") },
  scopes: { summary: "register and list scope paths", load: () => import("./commands/scopes.ts") },
  keys: { summary: "mint, list, rotate and revoke keys", load: () => import("./commands/keys.ts") },
  contexts: { summary: "create contexts (management key)", load: () => import("./commands/contexts.ts") },
  principals: { summary: "create principals (management key)", load: () => import("./commands/principals.ts") },
  login: { summary: "store a named connection", load: () => import("./commands/login.ts") },
  config: { summary: "read and change the stored connection", load: () => import("./commands/config.ts") },
};

const examples = `
Examples:
  loci login --url http://localhost:9090 --context-id dev --api-key loci_ck_…
  loci remember "Mina moved to Lisbon in March."
  loci recall "Where does Mina live?"`;

/** @returns the exit code: 0 ok, 1 failed, 2 wrong usage, 3 server not reachable, 4 not authorised */
export async function main(args: readonly string[], terminal?: Terminal): Promise<number> {
  const env = readEnvironment();
  const session = createSession(env, terminal ?? processTerminal(env.noColour));
  try {
    const program = await createProgram(args, session);
    await program.parseAsync(args, { from: "user" });
    return exitCodes.ok;
  } catch (error) {
    return report(error, session.terminal, args.includes("--json"));
  }
}

async function createProgram(args: readonly string[], session: Session): Promise<Command> {
  const program = new Command("loci")
    .description("Loci: long-term memory for AI agents.")
    .option("-u, --url <url>", "server base URL (SERVICE_URL)")
    .option("-a, --api-key <key>", "context key, or management key (SERVICE_API_KEY)")
    .option("-c, --context-id <id>", "context id (SERVICE_CONTEXT_ID)")
    .option("--profile <name>", "stored connection to use, see 'loci login'")
    .option("--json", "print the server's answer as JSON")
    .version("0.1.0", "--version")
    .addHelpText("after", examples)
    .configureHelp({ showGlobalOptions: true, helpWidth: Math.min(session.terminal.columns, 100) })
    .configureOutput({
      writeOut: (text) => session.terminal.print(text.trimEnd()),
      writeErr: (text) => session.terminal.note(text.replace(/^error: /, "loci: ")),
    })
    .showSuggestionAfterError()
    .exitOverride();
  for (const [name, row] of Object.entries(commands)) {
    const command = program.command(name).description(row.summary);
    // Loading all of them would double the time of a cold `loci recall`.
    if (args.includes(name)) (await row.load()).define(command, session);
  }
  return program;
}

function report(error: unknown, terminal: Terminal, json: boolean): number {
  if (error instanceof CommanderError) {
    // --help and --version end this way too, and so does a group without a subcommand (its help went to stderr).
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  const failure = error instanceof Failure ? error : new Failure(error instanceof Error ? error.message : String(error));
  if (json) terminal.note(`${JSON.stringify({ error: failure.problem ?? { detail: failure.message } }, null, 2)}\n`);
  else terminal.note(`loci: ${failure.message}\n`);
  return failure.exitCode;
}
