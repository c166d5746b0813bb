import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { confirmed, type YesFlag } from "../confirm.ts";
import { examples } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { printable, type Terminal } from "../terminal.ts";
import { day } from "../times.ts";
import { defineTransfer } from "./contexts-transfer.ts";

export function define(command: Command, session: Session): void {
  command.addHelpText("after", "\n'export' and 'import' use the context key; all others the management key.");
  defineCreate(command.command("create").description("make a context, a tenant of its own"), session);
  const list = command.command("list").description("all contexts");
  list.addHelpText("after", examples("loci contexts list")).action(async () => {
    const { management } = await session.management(list);
    session.show(list, await management.call("listContexts"), (contexts) =>
      table(
        session.terminal,
        contexts,
        [
          { title: "context", of: ({ id }) => id },
          { title: "name", of: ({ displayName }) => displayName, shrinks: true },
          { title: "since", of: ({ createdAt }) => day(createdAt) },
        ],
        "There is no context.",
      ),
    );
  });
  const show = command.command("show").description("a context and its settings").argument("<id>");
  show.addHelpText("after", examples("loci contexts show acme")).action(async (ctx: string) => {
    const { management } = await session.management(show);
    session.show(show, await management.call("getContext", { path: { ctx } }), (context) => contextText(context, session.terminal));
  });
  defineUsage(command.command("usage").description("the tokens of one month, by stage and model").argument("<id>"), session);
  const remove = command.command("delete").description("delete a context with all that it holds").argument("<id>");
  remove
    .option("-y, --yes", "do not ask")
    .addHelpText("after", examples("loci contexts delete acme"))
    .action(async (ctx: string) => {
      await confirmed(session, remove.optsWithGlobals<YesFlag>(), `Delete the context ${ctx} with all that it holds?`);
      const { management } = await session.management(remove);
      await management.call("deleteContext", { path: { ctx } });
      session.show(remove, { deleted: ctx }, () => `Deleted ${printable(ctx)}.`);
    });
  defineTransfer(command, session);
}

function defineCreate(create: Command, session: Session): void {
  create
    .argument("<id>", "1 to 128 of a-z 0-9 - _ .")
    .option("--display-name <text>", "a name for people")
    .addHelpText("after", examples("SERVICE_MANAGEMENT_API_KEY=loci_mk_… loci contexts create acme"))
    .action(async (id: string) => {
      const { displayName } = create.optsWithGlobals<GlobalFlags & { displayName?: string }>();
      const { management } = await session.management(create);
      const answer = await management.call("createContext", { body: { id, displayName } });
      session.show(
        create,
        answer,
        (context) => `Created the context ${context.id}. Its principals: 'loci principals create … --context-id ${context.id}'.`,
      );
    });
}

function defineUsage(command: Command, session: Session): void {
  command
    .option("--month <YYYY-MM>", "another month than this one")
    .addHelpText("after", examples("loci contexts usage acme --month 2026-01"))
    .action(async (ctx: string) => {
      const { month } = command.optsWithGlobals<{ month?: string }>();
      const { management } = await session.management(command);
      const answer = await management.call("getContextUsage", { path: { ctx }, query: { month } });
      session.show(command, answer, (report) => usageText(report, session.terminal));
    });
}

function contextText({ id, displayName, createdAt, config, policy }: Schemas["Context"], { style }: Terminal): string {
  const settings = (name: string, value: object) =>
    Object.keys(value).length === 0 ? [] : [`${name} ${JSON.stringify(value, null, 2)}`];
  const head = style.bold(id) + (displayName === "" || displayName === id ? "" : ` (${printable(displayName)})`);
  return [head, style.dim(`  since ${day(createdAt)}`), ...settings("config", config), ...settings("policy", policy)].join("\n");
}

function usageText({ month, rows, used, tokenLimit }: Schemas["UsageReport"], terminal: Terminal): string {
  const list = table(
    terminal,
    rows,
    [
      { title: "stage", of: ({ stage }) => stage },
      { title: "model", of: ({ model }) => model, shrinks: true },
      { title: "in", of: ({ inputTokens }) => String(inputTokens), right: true },
      { title: "out", of: ({ outputTokens }) => String(outputTokens), right: true },
    ],
    "No model was used.",
  );
  return `${terminal.style.bold(`${month}: ${used} tokens${tokenLimit === null ? "" : ` of ${tokenLimit}`}`)}\n${list}`;
}
