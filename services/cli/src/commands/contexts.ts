import type { Command } from "commander";
import type { GlobalFlags, Session } from "../session.ts";

export function define(command: Command, session: Session): void {
  const create = command.command("create").description("make a context, a tenant of its own");
  create
    .argument("<id>", "1 to 128 of a-z 0-9 - _ .")
    .option("--display-name <text>", "a name for people")
    .addHelpText("after", "\nExample:\n  SERVICE_MANAGEMENT_API_KEY=loci_mk_… loci contexts create acme")
    .action(async (id: string) => {
      const { displayName } = create.optsWithGlobals<GlobalFlags & { displayName?: string }>();
      const { send } = await session.management(create);
      const answer = await send<{ id: string }>({ method: "POST", path: "/contexts", body: { id, displayName } });
      session.show(
        create,
        answer,
        (context) => `Created the context ${context.id}. Its principals: 'loci principals create … --context-id ${context.id}'.`,
      );
    });
}
