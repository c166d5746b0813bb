import { basename } from "node:path";
import type { Command } from "commander";
import { usage } from "../failure.ts";
import { userOption } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { showsColours } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly session?: string;
  readonly user?: string;
  readonly replay?: string;
  readonly atOnce?: boolean;
  readonly ascii?: boolean;
  /** false under --no-color. */
  readonly color?: boolean;
}

export function define(command: Command, session: Session): void {
  command
    .option("--session <id>", "go on in this session")
    .addOption(userOption("write and ask as this end user: their scope, and their I"))
    .option("--replay <path>", "show a recording, without a server")
    .option("--at-once", "with --replay: without the recorded pauses")
    .option("--ascii", "draw with ASCII signs alone")
    .addHelpText(
      "after",
      `
Tab goes from pane to pane, arrows move, Enter opens, ? shows all keys, q or
Ctrl-C leaves.

Examples:
  loci tui
  loci tui --ascii --session session:01jq3m9c7v5k2x8d4b6n0r1t9w
  loci tui --replay demo.jsonl`,
    )
    .action(async () => tui(command, session));
}

async function tui(command: Command, session: Session): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const { stdin, stdout } = process;
  if (flags.json) throw usage("--json does not go with tui; 'loci repl --json' prints events.");
  if (flags.atOnce && flags.replay === undefined) throw usage("--at-once goes with --replay.");
  if (!stdin.isTTY || !stdout.isTTY) throw usage("'loci tui' needs a terminal; 'loci repl' reads lines from a pipe.");
  const screen = {
    sessionId: flags.session,
    ascii: flags.ascii ?? false,
    colours: showsColours({ ...session.env, refused: flags.color === false }, true),
    stdin,
    stdout,
  };
  if (flags.replay !== undefined) return replayed(flags.replay, flags.atOnce ?? false, screen);
  const { connection, loci } = await session.data(command);
  const [{ startTui }, { createDriver }, { clientMemory }, { createWorkbench }] = await Promise.all([
    import("../tui/start.ts"),
    import("../tui/driver.ts"),
    import("../workbench/client-memory.ts"),
    import("../workbench/workbench.ts"),
  ]);
  const workbench = createWorkbench({
    memory: clientMemory(loci, "tui", flags.user),
    sessionId: flags.session,
    secrets: [connection.apiKey],
    clock: Date.now,
  });
  try {
    await startTui({
      ...screen,
      name: `${connection.contextId} @ ${new URL(connection.url).host}`,
      createDriver: (dispatch, end) => createDriver({ workbench, dispatch, clock: Date.now, end }),
    });
  } finally {
    await workbench.close();
  }
}

type Screen = Pick<import("../tui/start.ts").TuiOptions, "sessionId" | "ascii" | "colours" | "stdin" | "stdout">;

async function replayed(file: string, atOnce: boolean, screen: Screen): Promise<void> {
  const { readRecording } = await import("../workbench/recording.ts");
  const entries = await readRecording(file);
  const [{ startTui }, { createReplayDriver }] = await Promise.all([import("../tui/start.ts"), import("../tui/replay.ts")]);
  const name = basename(file);
  await startTui({
    ...screen,
    name,
    createDriver: (dispatch, end) => createReplayDriver({ entries, file: name, atOnce, dispatch, end }),
  });
}
