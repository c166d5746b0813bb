import type { Command } from "commander";
import { examples, leftOutText, limitOption, maxTokensOption, maxPage, wholeNumber } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { printable, wrap, type Terminal } from "../terminal.ts";
import { day } from "../times.ts";
import { entityPath, entityReference } from "../entity-name.ts";
import { factText, type Fact } from "../facts.ts";
import { defineNames } from "./entity-names.ts";
import { runDeletion, withPurge } from "./deleted.ts";

interface TimeFlags extends GlobalFlags {
  readonly asOf?: string;
  readonly atInstant?: string;
}

interface EntityAnswer {
  readonly entity: { readonly id: string; readonly entityType: string; readonly name: string };
  readonly attributes: readonly Fact[];
  readonly relations: readonly Fact[];
}

export function define(command: Command, session: Session): void {
  defineList(command.command("list").description("the entities, page by page"), session);
  defineShow(command.command("show").description("one entity with its facts").argument("<Type/name>", "e.g. Person/Mina"), session);
  const history = command.command("history").description("every value that a key had");
  withTimes(history.argument("<Type/name>", "e.g. Person/Mina").argument("<key>", "e.g. residence"))
    .addHelpText("after", examples("loci entities history Person/Mina residence"))
    .action(async (reference: string, key: string) => showHistory(reference, key, history, session));
  defineCorrect(command.command("correct").description("correct a value, with a reason"), session);
  defineNames(command, session);
  const remove = command.command("delete").description("forget an entity and what is known of it").argument("<Type/name>");
  withPurge(remove)
    .addHelpText("after", examples("loci entities delete Person/Mina", "loci entities delete Person/Mina --purge"))
    .action(async (reference: string) => {
      entityReference(reference);
      const { loci } = await session.data(remove);
      const question = `Forget ${reference} and all that is known of it?`;
      const path = await entityPath(loci, reference);
      await runDeletion(remove, session, {
        ...{ named: reference, question },
        remove: (how) => loci.entities.delete(path.entityType, path.entityName, how),
      });
    });
}

function withTimes(command: Command): Command {
  return command
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .option("--at-instant <timestamp>", "what held in the world at that time (RFC 3339)");
}

function defineList(list: Command, session: Session): void {
  withTimes(list.option("--type <type>", "only these, e.g. Person"))
    .addOption(limitOption("how many (default 100, at most 500)", maxPage))
    .option("--offset <n>", "after this many", wholeNumber)
    .addHelpText("after", examples("loci entities list --type Person"))
    .action(async () => {
      const { type, limit, offset, asOf, atInstant } = list.optsWithGlobals<
        TimeFlags & { type?: string; limit?: number; offset?: number }
      >();
      const { loci } = await session.data(list);
      const answer = await loci.call("listEntities", { query: { type, limit, offset, asOf, atInstant } });
      session.show(list, answer, ({ entities, total }) => {
        const shown = table(
          session.terminal,
          entities,
          [
            { title: "entity", of: (one) => `${one.entityType}/${one.name}`, shrinks: true },
            { title: "category", of: (one) => one.memoryCategory, spare: true },
            { title: "changed", of: (one) => day(one.updatedAt) },
            { title: "id", of: (one) => one.id, spare: true },
          ],
          "No entity is known.",
        );
        const rest = total - (offset ?? 0) - entities.length;
        return rest > 0
          ? `${shown}\n${session.terminal.style.dim(`${rest} more: --offset ${(offset ?? 0) + entities.length}`)}`
          : shown;
      });
    });
}

function defineShow(show: Command, session: Session): void {
  withTimes(show.option("--history <key>", "every value that this key had"))
    .addOption(maxTokensOption())
    .addHelpText("after", examples("loci entities show Person/Mina", "loci entities show Person/Mina --as-of 2024-01-31T00:00:00Z"))
    .action(async (reference: string) => {
      const { history, asOf, atInstant, maxTokens } = show.optsWithGlobals<TimeFlags & { history?: string; maxTokens?: number }>();
      if (history !== undefined) return showHistory(reference, history, show, session);
      const { loci } = await session.data(show);
      const path = await entityPath(loci, reference);
      const answer = await loci.call("getEntity", { path, query: { asOf, atInstant, maxTokens } });
      session.show(show, answer, (found) => [entityText(found, session.terminal), ...leftOutText(found)].join("\n"));
    });
}

async function showHistory(reference: string, key: string, command: Command, session: Session): Promise<void> {
  const { asOf, atInstant } = command.optsWithGlobals<TimeFlags>();
  const { loci } = await session.data(command);
  const path = { ...(await entityPath(loci, reference)), key };
  const answer = await loci.call("getEntityHistory", { path, query: { asOf, atInstant } });
  session.show(
    command,
    answer,
    ({ history }) => history.map((fact) => factText(fact, session.terminal)).join("\n") || "It never had a value.",
  );
}

export function entityText({ entity, attributes, relations }: EntityAnswer, terminal: Terminal): string {
  const head = [terminal.style.bold(wrap(`${entity.entityType}/${entity.name}`, terminal.columns)), terminal.style.dim(entity.id)];
  return [...head, ...[...attributes, ...relations].map((fact) => factText(fact, terminal))].join("\n");
}

function defineCorrect(correct: Command, session: Session): void {
  correct
    .argument("<Type/name>", "e.g. Person/Mina")
    .argument("<key>", "e.g. residence")
    .argument("<value>", "what is right")
    .requiredOption("--reason <text>", "why; it is kept with the correction")
    .option("--old <value>", "the value that is wrong, where the key holds several")
    .addHelpText("after", examples('loci entities correct Person/Mina residence Lisbon --reason "she said so"'))
    .action(async (reference: string, key: string, value: string) => {
      const { reason, old } = correct.optsWithGlobals<GlobalFlags & { reason: string; old?: string }>();
      const { loci } = await session.data(correct);
      const path = await entityPath(loci, reference);
      const answer = await loci.call("correct", { path, body: { key, value, reason, old } });
      session.show(correct, answer, () => `Corrected: ${printable(`${reference} ${key}: ${value}`)}`);
    });
}
