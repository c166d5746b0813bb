import type { Command } from "commander";
import { confirmed, type YesFlag } from "../confirm.ts";
import { examples } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { printable } from "../terminal.ts";
import { day } from "../times.ts";
import { forgottenText } from "./forget.ts";

export function define(command: Command, session: Session): void {
  const create = command.command("create").description("register a scope path before its first use");
  create
    .argument("<path>", "e.g. org/acme/user/mina")
    .option("--display-name <text>", "a name for people")
    .option("--description <text>", "what it is for")
    .addHelpText("after", examples("loci scopes create org/acme/user/mina"))
    .action(async (path: string) => {
      const { displayName, description } = create.optsWithGlobals<GlobalFlags & { displayName?: string; description?: string }>();
      const { loci } = await session.data(create);
      const answer = await loci.call("registerScope", { body: { path, displayName, description } });
      session.show(create, answer, (scope) => `Registered ${printable(scope.path)}`);
    });
  defineList(command.command("list").description("the scope paths that the key may list"), session);
  const remove = command.command("delete").description("remove a path and all below it; records keep theirs").argument("<path>");
  remove
    .option("-y, --yes", "do not ask")
    .addHelpText("after", examples("loci scopes delete org/acme/user/mina"))
    .action(async (path: string) => {
      await confirmed(session, remove.optsWithGlobals<YesFlag>(), `Remove ${path} and all paths below it?`);
      const { loci } = await session.data(remove);
      await loci.call("deleteScope", { query: { path } });
      session.show(remove, { deleted: path }, () => `Removed ${printable(path)}. What was stored under it keeps it.`);
    });
  const forget = command.command("forget").description("erase for good all that belongs to a scope").argument("<path>");
  forget
    .option("-y, --yes", "do not ask")
    .addHelpText("after", examples("loci scopes forget org/acme/user/mina"))
    .action(async (path: string) => {
      await confirmed(session, forget.optsWithGlobals<YesFlag>(), `Erase for good all that belongs to ${path}?`);
      const { loci } = await session.data(forget);
      const answer = await loci.call("forgetScope", { body: { path } });
      session.show(forget, answer, (found) => forgottenText(found, "Erased for good", session.terminal));
    });
}

function defineList(list: Command, session: Session): void {
  list
    .option("--deleted", "those that were removed too")
    .addHelpText("after", examples("loci scopes list"))
    .action(async () => {
      const includeTombstoned = list.optsWithGlobals<{ deleted?: boolean }>().deleted ? ("true" as const) : undefined;
      const { loci } = await session.data(list);
      const answer = await loci.call("listScopes", { query: { includeTombstoned } });
      session.show(list, answer, (scopes) =>
        table(
          session.terminal,
          scopes,
          [
            { title: "path", of: ({ path }) => path },
            { title: "name", of: ({ displayName }) => displayName, shrinks: true, spare: true },
            { title: "registered", of: ({ createdAt }) => day(createdAt), spare: true },
            { title: "removed", of: ({ tombstonedAt }) => day(tombstonedAt) },
          ],
          "No scope is registered.",
        ),
      );
    });
}
