import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "commander";
import { userOption } from "../flags.ts";
import { interruptible } from "../interrupt.ts";
import type { GlobalFlags, Session } from "../session.ts";

interface Flags extends GlobalFlags {
  readonly session?: string;
  readonly user?: string;
  readonly replay?: string;
  readonly keepGoing?: boolean;
  readonly ascii?: boolean;
}

export function define(command: Command, session: Session): void {
  command
    .option("--session <id>", "go on in this session")
    .addOption(userOption("write and ask as this end user: their scope, and their I"))
    .option("--replay <path>", "run a recording again, show what differs, and end")
    .option("--keep-going", "in a script, go on after a line that fails")
    .option("--ascii", "print signs of our own in ASCII alone")
    .addHelpText(
      "after",
      `
A line that ends in a question mark recalls; any other line is remembered. /help
lists the commands. With lines from a pipe each is run; the first that fails
ends the script with its exit code.

Examples:
  loci repl
  printf '%s\\n' 'Mina lives in Lisbon.' 'Where does Mina live?' | loci repl
  loci repl --replay demo.jsonl`,
    )
    .action(async () => repl(command, session));
}

async function repl(command: Command, session: Session): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const { connection, loci } = await session.data(command);
  const [{ clientMemory }, { createWorkbench }, { textPrinter, jsonPrinter }] = await Promise.all([
    import("../workbench/client-memory.ts"),
    import("../workbench/workbench.ts"),
    import("../repl/printer.ts"),
  ]);
  const { stdin, stdout } = process;
  const { terminal, env } = session;
  const secrets = [connection.apiKey];
  const workbench = createWorkbench({
    memory: clientMemory(loci, "repl", flags.user),
    sessionId: flags.session,
    secrets,
    clock: Date.now,
  });
  const write = (text: string) => terminal.write(text);
  const columns = () => (stdout.isTTY ? stdout.columns : undefined);
  const printer = flags.json
    ? jsonPrinter(write)
    : textPrinter({ write, columns, style: terminal.style, ascii: flags.ascii ?? false });
  try {
    if (flags.replay !== undefined) {
      const [{ readRecording }, { replay, stepsOf }] = await Promise.all([
        import("../workbench/recording.ts"),
        import("../repl/replay.ts"),
      ]);
      const steps = stepsOf(await readRecording(flags.replay));
      const print = (text: string) => terminal.print(text);
      await interruptible(terminal, (signal) => replay(workbench, steps, { print, style: terminal.style, signal }));
    } else if (stdin.isTTY && stdout.isTTY && !flags.json) {
      const [{ interact }, { openHistory }] = await Promise.all([import("../repl/interactive.ts"), import("../repl/history.ts")]);
      const history = await openHistory(join(dirname(env.profileFile), "history"), secrets);
      await interact(workbench, { input: stdin, output: stdout, history, printer, clock: Date.now });
    } else {
      const { runScript } = await import("../repl/script.ts");
      const warn = (text: string) => terminal.note(`loci: ${text}\n`);
      const keepGoing = flags.keepGoing ?? false;
      try {
        await interruptible(terminal, (signal) => {
          const lines = createInterface({ input: stdin, crlfDelay: Infinity, signal });
          return runScript(workbench, { lines, printer, keepGoing, signal, warn });
        });
      } finally {
        // What is left of the pipe is not read: nothing may keep the process.
        stdin.destroy();
      }
    }
  } finally {
    await workbench.close();
  }
}
