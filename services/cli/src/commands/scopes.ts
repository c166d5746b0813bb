import type { Command } from "commander";
import { contextPath } from "../client.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { printable } from "../terminal.ts";

interface ScopeAnswer {
  readonly path: string;
  readonly createdAt: string;
}

export function define(command: Command, session: Session): void {
  const create = command.command("create").description("register a scope path before its first use");
  create
    .argument("<path>", "e.g. org/acme/user/mina")
    .option("--display-name <text>", "a name for people")
    .option("--description <text>", "what it is for")
    .addHelpText("after", "\nExample:\n  loci scopes create org/acme/user/mina")
    .action(async (path: string) => {
      const { displayName, description } = create.optsWithGlobals<GlobalFlags & { displayName?: string; description?: string }>();
      const { connection, send } = await session.data(create);
      const answer = await send<ScopeAnswer>({
        method: "POST",
        path: contextPath(connection, "scopes"),
        body: { path, displayName, description },
      });
      session.show(create, answer, (scope) => `Registered ${printable(scope.path)}`);
    });
  const list = command.command("list").description("the scope paths that the key may list");
  list.addHelpText("after", "\nExample:\n  loci scopes list").action(async () => {
    const { connection, send } = await session.data(list);
    const answer = await send<readonly ScopeAnswer[]>({ method: "GET", path: contextPath(connection, "scopes") });
    session.show(list, answer, (scopes) => scopes.map((scope) => printable(scope.path)).join("\n") || "No scope is registered.");
  });
}
