import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { confirmed, type YesFlag } from "../confirm.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";
import { forgottenText } from "./forget.ts";

interface Flags extends GlobalFlags, YesFlag {
  readonly purge?: boolean;
}

interface Deletion {
  /** What is deleted, as it was named. */
  readonly named: string;
  /** What deleting it means, as a question. */
  readonly question: string;
  readonly remove: (purge: boolean) => Promise<Schemas["PurgeResponse"] | undefined>;
}

/** Gives a command that deletes one record the flags which all of them take. */
export function withPurge(command: Command): Command {
  return command.option("--purge", "erase it for good, with a receipt, instead of hiding it").option("-y, --yes", "do not ask");
}

/** Asks, deletes, and shows what became of it: of a purge the answer with its receipt. */
export async function runDeletion(command: Command, session: Session, { named, question, remove }: Deletion): Promise<void> {
  const flags = command.optsWithGlobals<Flags>();
  await confirmed(session, flags, flags.purge ? `${question} It is erased for good.` : question);
  const purged = await remove(flags.purge ?? false);
  if (purged === undefined) session.show(command, { deleted: named }, () => `Deleted ${printable(named)}.`);
  else session.show(command, purged, (found) => forgottenText(found, "Erased for good", session.terminal));
}
