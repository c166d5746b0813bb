import type { Command } from "commander";
import { examples, wholeNumber } from "../flags.ts";
import { outcomeLines } from "../outcomes.ts";
import type { GlobalFlags, Session } from "../session.ts";

interface Flags extends GlobalFlags {
  readonly dryRun?: boolean;
  readonly facts?: number;
  readonly observations?: number;
}

export function define(command: Command, session: Session): void {
  command
    .option("--dry-run", "only show what it would be")
    .option("--facts <n>", "read at most this many facts", wholeNumber)
    .option("--observations <n>", "draw at most this many observations", wholeNumber)
    .addHelpText("after", examples("loci consolidate --dry-run", "loci consolidate"))
    .action(async () => {
      const { dryRun, facts: factLimit, observations: observationLimit } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.call("consolidate", { body: { dryRun, factLimit, observationLimit } });
      session.show(command, answer, ({ created, updated, superseded, outcomes, traceId }) => {
        const head = `${dryRun ? "It would come to: " : ""}${created} created, ${updated} updated, ${superseded} superseded.`;
        return [head, ...outcomeLines(outcomes, session.terminal), session.terminal.style.dim(traceId)].join("\n");
      });
    });
}
