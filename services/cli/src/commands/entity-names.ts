/** What entities are called, and which of them are the same. */
import type { Command } from "commander";
import { examples } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { printable } from "../terminal.ts";
import { day } from "../times.ts";
import { entityPath, entityReference } from "../entity-name.ts";

export function defineNames(command: Command, session: Session): void {
  defineMerge(command.command("merge").description("say that two entities are the same"), session);
  const merges = command.command("merges").description("which entities were said to be the same");
  merges.addHelpText("after", examples("loci entities merges")).action(async () => {
    const { loci } = await session.data(merges);
    session.show(merges, await loci.call("listMerges", {}), (answer) =>
      table(
        session.terminal,
        answer.merges,
        [
          { title: "merge", of: ({ id }) => id },
          { title: "kept", of: ({ kept }) => kept, shrinks: true },
          { title: "merged", of: ({ merged }) => merged, shrinks: true },
          { title: "undone", of: ({ undoneAt }) => day(undoneAt), spare: true },
          { title: "reason", of: ({ reason }) => reason, shrinks: true, spare: true },
        ],
        "Nothing was merged.",
      ),
    );
  });
  const unmerge = command
    .command("unmerge")
    .description("take a merge back")
    .argument("<id>", "as 'loci entities merges' lists it");
  unmerge
    .option("--reason <text>", "why")
    .addHelpText("after", examples("loci entities unmerge merge:01jq3m9c7v5k2x8d4b6n0r1t9w"))
    .action(async (mergeId: string) => {
      const { reason } = unmerge.optsWithGlobals<GlobalFlags & { reason?: string }>();
      const { loci } = await session.data(unmerge);
      const answer = await loci.call("undoMerge", { path: { mergeId }, body: { reason } });
      session.show(unmerge, answer, ({ kept, merged }) => `${printable(kept)} and ${printable(merged)} are two again.`);
    });
  defineAlias(command.command("alias").description("list, add or remove an entity's other names"), session);
}

function defineMerge(merge: Command, session: Session): void {
  merge
    .argument("<Type/name>", "the one that stays")
    .argument("<other>", "Type/name of the one that becomes part of it")
    .requiredOption("--reason <text>", "why; it is kept with the merge")
    .addHelpText("after", examples('loci entities merge Person/Mina "Person/Mina K." --reason "same mail address"'))
    .action(async (keep: string, other: string) => {
      entityReference(keep);
      entityReference(other);
      const { reason } = merge.optsWithGlobals<GlobalFlags & { reason: string }>();
      const { loci } = await session.data(merge);
      const answer = await loci.call("mergeEntities", { body: { keep, merge: other, reason } });
      session.show(
        merge,
        answer,
        ({ id }) => `${printable(other)} is now ${printable(keep)}. To take it back: loci entities unmerge ${id}`,
      );
    });
}

function defineAlias(alias: Command, session: Session): void {
  alias
    .argument("<Type/name>", "e.g. Person/Mina")
    .argument("[name]", "another name to add")
    .option("--remove", "take this name away")
    .addHelpText("after", examples("loci entities alias Person/Mina", 'loci entities alias Person/Mina "Mina K."'))
    .action(async (reference: string, name: string | undefined) => {
      const { loci } = await session.data(alias);
      const path = await entityPath(loci, reference);
      if (name === undefined) {
        const answer = await loci.call("listAliases", { path });
        session.show(
          alias,
          answer,
          ({ aliases }) => aliases.map((one) => printable(one.alias)).join("\n") || "It has no other name.",
        );
      } else if (alias.optsWithGlobals<{ remove?: boolean }>().remove) {
        await loci.call("removeAlias", { path: { ...path, alias: name } });
        session.show(alias, { removed: name }, () => `${printable(reference)} is no longer called ${printable(name)}.`);
      } else {
        const answer = await loci.call("addAlias", { path, body: { alias: name } });
        session.show(alias, answer, () => `${printable(reference)} is also called ${printable(name)}.`);
      }
    });
}
