import type { Command } from "commander";
import { usage } from "../failure.ts";
import { examples, wholeNumberTo } from "../flags.ts";
import { outcomeLines } from "../outcomes.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { entityReference } from "../entity-name.ts";

interface Flags extends GlobalFlags {
  readonly dryRun?: boolean;
  readonly sweep?: boolean;
  readonly budget?: number;
}

export function define(command: Command, session: Session): void {
  command
    .argument("[Type/name]", "the entity; without it, those that need it most")
    .option("--dry-run", "only show what it would be")
    .option("--sweep", "go through entities, at most --budget of them")
    .option("--budget <n>", "how many entities (at most 200)", wholeNumberTo(200))
    .addHelpText("after", examples("loci elaborate Person/Mina --dry-run", "loci elaborate --sweep --budget 20"))
    .action(async (entityRef: string | undefined) => {
      const { dryRun, sweep, budget } = command.optsWithGlobals<Flags>();
      if (entityRef !== undefined && sweep) throw usage("Give an entity or --sweep, one of them.");
      if (entityRef !== undefined) entityReference(entityRef);
      const { loci } = await session.data(command);
      const answer = await loci.call("elaborate", { body: { dryRun, entityRef, sweep, budget } });
      session.show(command, answer, ({ outcomes }) => {
        const proposed = outcomes.flatMap((outcome) => outcome.proposed);
        return outcomeLines(proposed, session.terminal).join("\n") || "Nothing new follows from what is known.";
      });
    });
}
