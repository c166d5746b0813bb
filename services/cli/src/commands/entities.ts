import type { Command } from "commander";
import { contextPath } from "../client.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";
import { entityName } from "../triples.ts";

interface Flags extends GlobalFlags {
  readonly history?: string;
  readonly asOf?: string;
  readonly atInstant?: string;
}

interface Fact {
  readonly id: string;
  readonly key?: string;
  readonly value?: string;
  readonly label?: string;
  readonly subject?: string;
  readonly object?: string;
  readonly createdAt: string;
  readonly knownUntil?: string | null;
  readonly validFrom?: string | null;
  readonly validUntil?: string | null;
  readonly supersededBy?: string | null;
}

interface EntityAnswer {
  readonly entity: { readonly id: string; readonly entityType: string; readonly name: string };
  readonly attributes: readonly Fact[];
  readonly relations: readonly Fact[];
}

export function define(command: Command, session: Session): void {
  const show = command.command("show").description("one entity with its facts");
  show
    .argument("<Type/name>", "e.g. Person/Mina")
    .option("--history <key>", "every value that this key had")
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .option("--at-instant <timestamp>", "what held in the world at that time (RFC 3339)")
    .addHelpText("after", "\nExamples:\n  loci entities show Person/Mina\n  loci entities show Person/Mina --history residence")
    .action(async (reference: string) => {
      const { type, name } = entityName(reference);
      const { history, asOf, atInstant } = show.optsWithGlobals<Flags>();
      const { connection, send } = await session.data(show);
      const query = { asOf, atInstant };
      if (history === undefined) {
        const answer = await send<EntityAnswer>({ method: "GET", path: contextPath(connection, "entities", type, name), query });
        session.show(show, answer, (found) => entityText(found, session.terminal));
      } else {
        const path = contextPath(connection, "entities", type, name, "history", history);
        const answer = await send<{ history: readonly Fact[] }>({ method: "GET", path, query });
        session.show(show, answer, (found) => found.history.map((fact) => factText(fact, session.terminal)).join("\n"));
      }
    });
}

function entityText({ entity, attributes, relations }: EntityAnswer, terminal: Terminal): string {
  const head = [
    terminal.style.bold(wrap(`${entity.entityType}/${entity.name}`, terminal.columns)),
    terminal.style.dim(entity.id),
  ];
  return [...head, ...[...attributes, ...relations].map((fact) => factText(fact, terminal))].join("\n");
}

function factText(fact: Fact, terminal: Terminal): string {
  const text =
    fact.label === undefined
      ? `${fact.key ?? ""}: ${fact.value ?? ""}`
      : `${fact.subject ?? ""} ${fact.label} ${fact.object ?? ""}`;
  const day = (time: string | null | undefined) => time?.slice(0, 10) ?? "";
  const held = fact.validFrom || fact.validUntil ? `, holds ${day(fact.validFrom)}–${day(fact.validUntil)}` : "";
  const ended =
    fact.supersededBy || fact.knownUntil ? `, no longer${fact.knownUntil ? ` since ${day(fact.knownUntil)}` : ""}` : "";
  return `${wrap(text, terminal.columns, "  ")}\n${terminal.style.dim(`    known ${day(fact.createdAt)}${held}${ended}`)}`;
}
