import type { Command } from "commander";
import { examples, limitOption, maxHits, userOption, wholeNumberTo, withoutScope } from "../flags.ts";
import { givenText } from "../given-text.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly limit?: number;
  readonly user?: string;
  readonly maxTokens?: number;
  readonly asOf?: string;
  readonly includeEnded?: boolean;
}

export function define(command: Command, session: Session): void {
  command
    .argument("[text...]", "what the prompt is about; from stdin where none is given, or for -")
    .addOption(limitOption("how many hits it may use (default 10, at most 50)", maxHits))
    .addOption(userOption("ask as this end user: their scope, and their I"))
    .option("--max-tokens <n>", "how long it may become, in tokens of about four characters (default 2000)", wholeNumberTo(100_000))
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .option("--include-ended", "what has ended too, after what has not")
    .addHelpText("after", examples(`loci context "Plan Mina's visit to the Porto office"`))
    .action(async (words: string[]) => {
      const query = await givenText(words, session.terminal, "Say what the prompt is about.");
      const { limit: k, maxTokens, user, asOf, includeEnded } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.call("context", { body: { query, k, maxTokens, user, asOf, includeEnded } });
      session.show(command, answer, ({ context }) => printable(context));
    });
  withoutScope(command, "/context");
}
