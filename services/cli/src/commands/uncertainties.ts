import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { usage } from "../failure.ts";
import { statementOf } from "../facts.ts";
import { choice, collect, examples, limitOption, maxPage } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { shortened, wrap, type Terminal } from "../terminal.ts";
import { day, duration } from "../times.ts";

type Uncertainty = Schemas["Uncertainty"];

const statuses = ["open", "resolved", "withdrawn"] as const;

export function define(command: Command, session: Session): void {
  defineList(command.command("list").description("what the memory is not sure of, oldest first"), session);
  const show = command.command("show").description("one uncertainty, its candidates and their sources").argument("<id>");
  show
    .addHelpText("after", examples("loci uncertainties show uncertainty:01jq3m9c7v5k2x8d4b6n0r1t9w"))
    .action(async (uncertaintyId: string) => {
      const { loci } = await session.data(show);
      const answer = await loci.call("getUncertainty", { path: { uncertaintyId } });
      session.show(show, answer, (found) => uncertaintyText(found, session.terminal));
    });
  defineResolve(command.command("resolve").description("settle it: say what stands, and why").argument("<id>"), session);
  const assign = command.command("assign").description("say who is to settle it; without an owner nobody").argument("<id>");
  assign
    .argument("[owner]", "the id of a principal")
    .addHelpText("after", examples("loci uncertainties assign uncertainty:01jq3m… principal:01jq3m…"))
    .action(async (uncertaintyId: string, owner: string | undefined) => {
      const { loci } = await session.data(assign);
      const answer = await loci.call("assignUncertainty", { path: { uncertaintyId }, body: { owner: owner ?? null } });
      session.show(assign, answer, (found) => (found.owner ? `It is now ${found.owner}'s to settle.` : "It is nobody's now."));
    });
}

function defineList(list: Command, session: Session): void {
  list
    .addOption(choice("--status <status>", "only these (default open)", [...statuses, "all"]))
    .option("--owner <id>", "only what this principal is to settle")
    .option("--entity <Type/name>", "only what is about it")
    .addOption(limitOption("how many (default 100, at most 500)", maxPage))
    .addHelpText("after", examples("loci uncertainties list", "loci uncertainties list --entity Person/Mina --status all"))
    .action(async () => {
      const flags = list.optsWithGlobals<ListFlags>();
      const { status = "open", owner, entity, limit } = flags;
      const { loci } = await session.data(list);
      const query = { owner, entity, limit, ...(status === "all" ? {} : { status }) };
      const answer = await loci.call("listUncertainties", { query });
      session.show(list, answer, ({ uncertainties }) => listText(uncertainties, session.terminal));
    });
}

interface ListFlags extends GlobalFlags {
  readonly status?: (typeof statuses)[number] | "all";
  readonly owner?: string;
  readonly entity?: string;
  readonly limit?: number;
}

function listText(uncertainties: readonly Uncertainty[], terminal: Terminal): string {
  return table(
    terminal,
    uncertainties,
    [
      { title: "uncertainty", of: ({ id }) => id },
      { title: "about", of: ({ about }) => about, shrinks: true },
      { title: "for", of: ({ ageSeconds }) => duration(ageSeconds), spare: true },
      { title: "status", of: ({ status }) => status, spare: true },
      { title: "owner", of: ({ owner }) => owner ?? "", shrinks: true, spare: true },
    ],
    "Nothing is in doubt.",
  );
}

function uncertaintyText(one: Uncertainty, terminal: Terminal): string {
  const { style, columns } = terminal;
  const lines = [style.bold(wrap(one.question || one.about, columns)), wrap(one.reason, columns, "  ")];
  lines.push(style.dim(`  ${one.status}, since ${day(one.createdAt)}${one.owner ? `, ${one.owner}'s to settle` : ""}`));
  const isPair = one.key === "same_as";
  for (const [index, candidate] of one.candidates.entries()) {
    const number = `${index + 1}.`.padEnd(4);
    const said = isPair ? (candidate.value ?? "") : statementOf(candidate);
    lines.push(style.bold(number) + wrap(said, columns, "    ").slice(4));
    if (candidate.id) lines.push(style.dim(`    ${candidate.id}`));
    for (const { kind, text, documentTitle, role, knownAt } of candidate.sources) {
      lines.push(`    "${shortened(text, columns - 6)}"`);
      const place = [kind, documentTitle ?? "", role ?? "", day(knownAt)].filter((part) => part !== "").join(" · ");
      lines.push(style.dim(`    ${shortened(place, columns - 4)}`));
    }
  }
  const { resolution } = one;
  if (resolution) {
    const by = resolution.by ? ` by ${resolution.by}` : "";
    lines.push(wrap(`Settled ${day(one.resolvedAt)}${by}: ${resolution.reason ?? resolution.rule}`, columns));
  } else {
    const how = isPair ? "--same (or --different)" : "--choose 1";
    lines.push(style.dim(`To settle it: loci uncertainties resolve ${one.id} ${how} --reason "…"`));
  }
  return lines.join("\n");
}

interface ResolveFlags extends GlobalFlags {
  readonly choose?: readonly string[];
  readonly value?: string;
  readonly same?: boolean;
  readonly different?: boolean;
  readonly reason: string;
}

function defineResolve(resolve: Command, session: Session): void {
  resolve
    .option("--choose <candidate>", "its number as 'show' lists it, or its id (repeatable where several stand)", collect)
    .option("--value <text>", "what is right, where none of the candidates is")
    .option("--same", "of a question whether two are the same: they are, and are merged")
    .option("--different", "they are not, and are not asked about again")
    .requiredOption("--reason <text>", "why; it is kept with the decision")
    .addHelpText(
      "after",
      examples(
        'loci uncertainties resolve uncertainty:01jq… --choose 1 --reason "see page 3"',
        "loci uncertainties resolve uncertainty:01jq… --value Lisbon --reason asked",
        'loci uncertainties resolve uncertainty:01jq… --same --reason "a nickname"',
      ),
    )
    .action(async (uncertaintyId: string) => {
      const { choose, value, same, different, reason } = resolve.optsWithGlobals<ResolveFlags>();
      if ([choose, value, same, different].filter((given) => given !== undefined).length !== 1)
        throw usage("Give one of --choose, --value, --same and --different.");
      const path = { uncertaintyId };
      const { loci } = await session.data(resolve);
      const numbered = choose?.some((word) => /^\d+$/.test(word)) ?? false;
      const candidates = numbered ? (await loci.call("getUncertainty", { path })).candidates : [];
      const chosen = choose?.map((word) => chosenId(word, candidates));
      const answer = await loci.call("resolveUncertainty", {
        path,
        body: { chosen, value, same: different ? false : same, reason },
      });
      session.show(resolve, answer, (found) => `Settled: ${wrap(found.about, session.terminal.columns)}`);
    });
}

function chosenId(word: string, candidates: Uncertainty["candidates"]): string {
  if (!/^\d+$/.test(word)) return word;
  const id = candidates[Number(word) - 1]?.id;
  if (!id) throw usage(`There is no candidate ${word}; there are ${candidates.length}.`);
  return id;
}
