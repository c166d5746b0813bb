import type { Command } from "commander";
import { usage } from "../failure.ts";
import { collect } from "../flags.ts";
import { grantsOf } from "../grants.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly kind: string;
  readonly grant?: readonly string[];
  readonly externalId?: string;
}

export function define(command: Command, session: Session): void {
  const create = command.command("create").description("make a principal: an agent, a service or a person");
  create
    .argument("<name>", "its display name")
    .requiredOption("--kind <kind>", "e.g. agent")
    .option("--grant <verb=path>", "what it may do and where, e.g. memory:read=org/acme (repeatable)", collect)
    .option("--external-id <id>", "your own id for it: creating it again finds it")
    .addHelpText(
      "after",
      "\nExample:\n  loci principals create support-bot --kind agent --grant memory:read=org/acme --context-id acme",
    )
    .action(async (name: string) => {
      const flags = create.optsWithGlobals<Flags>();
      const { connection, send } = await session.management(create);
      if (connection.contextId === "") throw usage("This needs a context id: give --context-id or set SERVICE_CONTEXT_ID.");
      const answer = await send<{ id: string; displayName: string }>({
        method: "POST",
        path: `/contexts/${encodeURIComponent(connection.contextId)}/principals`,
        body: { displayName: name, kind: flags.kind, grants: grantsOf(flags.grant ?? []), externalId: flags.externalId },
      });
      session.show(
        create,
        answer,
        (made) =>
          `Created ${printable(made.displayName)}\n  ${made.id}\nA key for it: 'loci keys mint <name> --principal ${made.id}'`,
      );
    });
}
