import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { factText } from "../facts.ts";
import { examples, leftOutText, maxTokensOption, userOption } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { wrap, type Terminal } from "../terminal.ts";
import { moment } from "../times.ts";
import { entityText } from "./entities.ts";
import { traceText } from "./traces.ts";

type Inspected = Schemas["InspectResponse"];

interface Flags extends GlobalFlags {
  readonly asOf?: string;
  readonly atInstant?: string;
  readonly user?: string;
  readonly maxTokens?: number;
}

export function define(command: Command, session: Session): void {
  command
    .argument("[ref]", "a record by id or name (Type/name, attribute:Type/name/key, passage:<id> …); without it counts and health")
    .option("--as-of <timestamp>", "what was known at that time (RFC 3339)")
    .option("--at-instant <timestamp>", "what held in the world at that time (RFC 3339)")
    .addOption(userOption("only as far as it is of this end user"))
    .addOption(maxTokensOption())
    .addHelpText(
      "after",
      examples(
        "loci inspect",
        "loci inspect Person/Mina",
        "loci inspect attribute:Person/Mina/residence",
        "loci inspect turn:01jq3m9c7v5k2x8d4b6n0r1t9w",
      ),
    )
    .action(async (given: string | undefined) => {
      const { asOf, atInstant, user, maxTokens } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.call("inspect", { query: { ref: given, asOf, atInstant, user, maxTokens } });
      session.show(command, answer, (found) => inspectedText(found, session.terminal));
    });
}

function inspectedText(found: Inspected, terminal: Terminal): string {
  const { style } = terminal;
  const facts = (list: readonly Parameters<typeof factText>[0][]) => list.map((fact) => factText(fact, terminal));
  const body = bodyText(found, terminal, facts);
  const decisions = "decisions" in found ? found.decisions : [];
  const made = decisions.map(({ createdAt, kind, rule, principal }) => `  ${moment(createdAt)} ${kind} (${rule}) by ${principal}`);
  return [
    ...body,
    ...(made.length > 0 ? [style.bold("decisions"), ...made] : []),
    ...("leftOut" in found ? leftOutText(found) : []),
  ].join("\n");
}

function bodyText(found: Inspected, terminal: Terminal, facts: (list: readonly object[]) => string[]): string[] {
  const { style, columns } = terminal;
  switch (found.kind) {
    case "health":
      return [
        style.bold("records"),
        ...counts(found.records),
        style.bold("health"),
        ...counts(found.health),
        style.dim(`revision ${found.revision}`),
      ];
    case "entity":
      return [entityText(found, terminal)];
    case "attribute":
    case "relation":
      return facts(found.history);
    case "trace":
      return [traceText(found.trace, terminal)];
    case "document":
      return [
        style.bold(found.document.title),
        `  ${found.document.mimeType}, ${found.document.status}`,
        style.dim(`  ${found.document.id}`),
      ];
    case "instruction":
      return [wrap(found.instruction.description, columns)];
    case "uncertainty":
      return [wrap(found.uncertainty.question || found.uncertainty.about, columns), style.dim(found.uncertainty.id)];
    default: {
      const { text, role, documentTitle, section, knownAt } = found.record;
      const place = [found.kind, role ?? "", documentTitle ?? "", section ?? "", moment(knownAt)].filter((part) => part !== "");
      return [wrap(text, columns), style.dim(`  ${place.join(" · ")}`)];
    }
  }
}

function counts(rows: Readonly<Record<string, number>>): string[] {
  return Object.entries(rows).map(([name, count]) => `  ${name.replaceAll("_", " ").padEnd(22)} ${count}`);
}
