import type { Loci, Schemas } from "@loci/client";
import type { Command } from "commander";
import { confirmed, type YesFlag } from "../confirm.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";
import { forgottenText } from "./forget.ts";

interface Flags extends GlobalFlags, YesFlag {
  readonly purge?: boolean;
  readonly dryRun?: boolean;
}

/** For good, or only to be told what would go. */
type Deleting = NonNullable<Parameters<Loci["sessions"]["delete"]>[1]>;

interface Deletion {
  /** What is deleted, as it was named. */
  readonly named: string;
  /** What deleting it means, as a question. */
  readonly question: string;
  readonly remove: (how: Deleting) => Promise<Schemas["PurgeResponse"] | undefined>;
}

/** Gives a command that deletes one record the flags which all of them take. */
export function withPurge(command: Command): Command {
  return command
    .option("--dry-run", "only show what would go")
    .option("--purge", "erase it for good, with a receipt, instead of hiding it")
    .option("-y, --yes", "do not ask");
}

/** Shows what would go, asks, deletes, and shows what became of it: of a purge the answer with its receipt. */
export async function runDeletion(command: Command, session: Session, { named, question, remove }: Deletion): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  const { purge = false, dryRun = false } = flags;
  const head = purge ? "These would be erased for good" : "These would be forgotten";
  if (dryRun || !flags.yes) {
    const found = await remove({ purge, dryRun: true });
    if (dryRun) return session.show(command, found ?? { deleted: 0 }, (some) => forgottenText(some, head, session.terminal));
    if (found !== undefined) session.terminal.note(`${forgottenText(found, head, session.terminal)}\n`);
  }
  await confirmed(session, flags, purge ? `${question} It is erased for good.` : question);
  const purged = await remove({ purge });
  if (purged === undefined) session.show(command, { deleted: named }, () => `Deleted ${printable(named)}.`);
  else session.show(command, purged, (found) => forgottenText(found, "Erased for good", session.terminal));
}
