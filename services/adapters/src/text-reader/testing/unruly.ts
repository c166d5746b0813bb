/** Rules that do what a text says, where real rules must not: what the reader of texts is tested with. */
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Extraction, LanguageModel, ProposedFact } from "@loci/ports/language-model";

const nothing: Extraction = { entities: [], facts: [], instructions: [], usage: { inputTokens: 0, outputTokens: 0 } };

export function createBuiltinLanguageModel(): Pick<LanguageModel, "extract"> {
  return {
    async extract({ turns }, signal) {
      const asked = turns[0]?.content;
      if (asked === "forever") for (;;);
      if (asked === "memory") takeMemory();
      if (asked === "steps forever") while (signal?.aborted !== true) await sleep(20);
      if (asked === "loaded") return { ...nothing, facts: [factOf(loaded())] };
      return asked === "powers" ? { ...nothing, facts: [factOf(powers())] } : nothing;
    },
  };
}

function takeMemory(): never {
  const kept: string[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => `${i} of ${kept.length}`));
}

function powers(): string {
  const { environmentVariables } = process.report.getReport() as { environmentVariables: Readonly<Record<string, string>> };
  const names = Object.keys(environmentVariables).filter((name) => !name.startsWith("NODE_CHANNEL_"));
  return [
    `environment of ${names.length}`,
    refusal(() => writeFileSync("/tmp/loci-reader", "")),
    refusal(() => void spawn("true")),
  ].join(", ");
}

/** What Node has loaded of its own for taking types away. */
function loaded(): string {
  const { moduleLoadList } = process as unknown as { readonly moduleLoadList: readonly string[] };
  return moduleLoadList.filter((name) => /amaro/.test(name)).join(", ");
}

function refusal(attempt: () => void): string {
  try {
    attempt();
    return "allowed";
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code ?? "thrown";
  }
}

function factOf(value: string): ProposedFact {
  const times = { validFrom: "", validUntil: "", validPrecision: "" };
  const flags = { negated: false, changed: false, confidence: 1, memoryCategory: "knowledge" } as const;
  return {
    subject: { type: "Thing", name: "process" },
    key: "powers",
    value,
    ...times,
    ...flags,
    span: { turn: 0, start: 0, end: 1 },
  };
}
