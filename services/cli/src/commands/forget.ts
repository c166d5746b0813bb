import type { Command } from "commander";
import type { Schemas } from "@loci/client";
import { confirmed, type YesFlag } from "../confirm.ts";
import { collect, examples, placeOf, userOption } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";

interface Flags extends GlobalFlags, YesFlag {
  readonly dryRun?: boolean;
  readonly purge?: boolean;
  readonly scope?: readonly string[];
  readonly user?: string;
}

export interface Forgotten {
  readonly deleted: number;
  readonly refs?: readonly Pick<Schemas["ForgottenRef"], "id" | "kind" | "label" | "extent" | "matchedBy" | "score">[];
}

export function define(command: Command, session: Session): void {
  command
    .argument("<text...>", "what to forget, in words")
    .option("--dry-run", "only show what it would be")
    .option("--purge", "erase it for good, instead of hiding it")
    .option("--scope <path>", "only what belongs to this scope (repeatable)", collect)
    .addOption(userOption("only what is of this end user"))
    .option("-y, --yes", "do not ask before --purge")
    .addHelpText(
      "after",
      examples(
        'loci forget "Where Mina lives" --dry-run',
        'loci forget "Where Mina lives"',
        'loci forget "the call of 3 May" --purge',
      ),
    )
    .action(async (words: string[]) => {
      const flags = command.optsWithGlobals<Flags>();
      const { dryRun, purge } = flags;
      const { scopes: lens, user } = placeOf(flags);
      const { loci } = await session.data(command);
      const asked = { query: words.join(" "), ...(lens && { lens }), user };
      if (purge && !dryRun && !flags.yes) {
        const found = await loci.call("forget", { body: { ...asked, purge, dryRun: true } });
        if (found.deleted === 0) return session.show(command, found, () => "Nothing fits it; nothing is erased.");
        session.terminal.note(`${forgottenText(found, "These would be erased for good", session.terminal)}\n`);
        await confirmed(session, flags, `Erase ${found.deleted === 1 ? "it" : `all ${found.deleted}`}?`);
      }
      const answer = await loci.call("forget", { body: { ...asked, purge, dryRun } });
      const head = dryRun ? "These would be forgotten" : purge ? "Erased for good" : "Forgotten";
      session.show(command, answer, (found) => forgottenText(found, head, session.terminal));
    });
}

/** By what it matched: its words, or their meaning with how much of the description that is. */
function whyText({ matchedBy, score }: { readonly matchedBy: string; readonly score: number }): string {
  if (matchedBy === "meaning") return `meaning ${score.toFixed(2)}`;
  return matchedBy === "id" ? "" : matchedBy;
}

/** How many, and which. */
export function forgottenText({ deleted, refs = [] }: Forgotten, head: string, terminal: Terminal): string {
  if (deleted === 0) return "Nothing fits it; nothing is forgotten.";
  const list = table(
    terminal,
    refs,
    [
      { title: "kind", of: ({ kind, extent }) => (extent === "part" ? `part of a ${kind}` : kind) },
      { title: "text", of: ({ label }) => label, shrinks: true },
      { title: "why", of: whyText },
      { title: "id", of: ({ id }) => id, spare: true },
    ],
    "",
  );
  return [terminal.style.bold(`${head} (${deleted}):`), list].filter((part) => part !== "").join("\n");
}
