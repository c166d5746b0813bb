/** Opens the tui on a terminal and gives the terminal back as it was, however it ends. */
import { createElement as h } from "react";
import { render } from "ink";
import { Failure, messageOf } from "../failure.ts";
import { App } from "./app.ts";
import type { Driver } from "./driver.ts";
import { asciiMarks, unicodeMarks } from "./marks.ts";
import { firstModel } from "./model.ts";
import type { Happening } from "./reduce.ts";

export interface TuiOptions {
  readonly name: string;
  readonly sessionId: string | undefined;
  readonly ascii: boolean;
  readonly colours: boolean;
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
  /** `end` closes the tui: with an error, or because the user wants to leave. */
  createDriver(dispatch: (happening: Happening) => void, end: (error: unknown) => void): Driver;
}

const signals = ["SIGTERM", "SIGHUP", "SIGINT"] as const;

/** Resolves when the user leaves; rejects with what ended it otherwise. */
export async function startTui(options: TuiOptions): Promise<void> {
  const { name, sessionId, ascii, colours, stdin, stdout } = options;
  const size = { columns: stdout.columns || 80, rows: stdout.rows || 24 };
  let driver: Driver | undefined;
  let failure: Error | undefined;
  const end = (error: unknown) => {
    if (error !== undefined) failure ??= error instanceof Error ? error : new Failure(messageOf(error));
    app.unmount();
  };
  const app = render(
    h(App, {
      first: firstModel(name, sessionId, size),
      marks: ascii ? asciiMarks : unicodeMarks,
      colours,
      createDriver: (dispatch: (happening: Happening) => void) => (driver = options.createDriver(dispatch, end)),
      leave: () => end(undefined),
    }),
    { stdin, stdout, exitOnCtrlC: false, alternateScreen: true, interactive: true },
  );
  const stop = () => end(undefined);
  for (const signal of signals) process.on(signal, stop);
  try {
    await app.waitUntilExit();
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await driver?.stop();
  }
  if (failure !== undefined) throw failure;
}
