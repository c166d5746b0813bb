import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { statementOf } from "../facts.ts";
import { collect, examples, leftOutText, maxTokensOption, placeOf, userOption } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";

interface Flags extends GlobalFlags {
  readonly scope?: readonly string[];
  readonly user?: string;
  readonly asOf?: string;
  readonly atInstant?: string;
  readonly maxTokens?: number;
}

export function define(command: Command, session: Session): void {
  command
    .option("--scope <path>", "only what belongs to this scope (repeatable)", collect)
    .addOption(userOption("only what is of this end user"))
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .option("--at-instant <timestamp>", "what held in the world at that time (RFC 3339)")
    .addOption(maxTokensOption())
    .addHelpText("after", examples("loci state", "loci state --scope team/travel --as-of 2024-01-31T00:00:00Z"))
    .action(async () => {
      const flags = command.optsWithGlobals<Flags>();
      const { asOf, atInstant, maxTokens } = flags;
      const { scopes: lens, user } = placeOf(flags);
      const { loci } = await session.data(command);
      const answer = await loci.call("askState", { body: { lens, user, asOf, atInstant, maxTokens } });
      session.show(command, answer, (state) => stateText(state, session.terminal));
    });
}

function stateText(state: Schemas["StateResponse"], { style, columns }: Terminal): string {
  const section = (title: string, texts: readonly string[]) =>
    texts.length === 0 ? [] : [style.bold(title), ...texts.map((text) => wrap(text, columns, "  "))];
  const category = (name: "identity" | "knowledge" | "context") => {
    const { entities, attributes, relations } = state[name];
    const told = new Set(attributes.map(({ entity }) => entity));
    return section(name, [
      ...entities.map(({ entityType, name: called }) => `${entityType}/${called}`).filter((reference) => !told.has(reference)),
      ...attributes.map((one) => `${one.entity} ${statementOf(one)}${one.standing === "ended" ? " (ended)" : ""}`),
      ...relations.map(statementOf),
    ]);
  };
  const lines = [
    ...category("identity"),
    ...category("knowledge"),
    ...category("context"),
    ...section(
      "instructions",
      state.instructions.map(({ description }) => description),
    ),
    ...section(
      "not sure of",
      state.unknowns.map(({ about, reason }) => `${about} (${reason})`),
    ),
  ];
  return [...lines, ...leftOutText(state)].join("\n") || "Nothing is known yet.";
}
