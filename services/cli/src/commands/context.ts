import type { Command } from "commander";
import { examples, wholeNumber } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";

export function define(command: Command, session: Session): void {
  command
    .argument("<text...>", "what the prompt is about")
    .option("--limit <n>", "how many hits it may use (default 10, at most 50)", wholeNumber)
    .addHelpText("after", examples(`loci context "Plan Mina's visit to the Porto office"`))
    .action(async (words: string[]) => {
      const { limit } = command.optsWithGlobals<GlobalFlags & { limit?: number }>();
      const { loci } = await session.data(command);
      const answer = await loci.call("context", { body: { query: words.join(" "), k: limit } });
      session.show(command, answer, ({ context }) => printable(context));
    });
}
