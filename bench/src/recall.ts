/** Recall quality on labelled conversations, ingested turn by turn over REST and asked over REST in every mode. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { heading, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";

interface Conversation {
  readonly name: string;
  readonly sessions: readonly {
    readonly id: string;
    readonly at: string;
    readonly turns: readonly { readonly speaker: string; readonly text: string }[];
  }[];
  readonly questions: readonly {
    readonly id: string;
    readonly kind: string;
    readonly question: string;
    readonly evidence: readonly string[];
  }[];
}

interface Hit {
  readonly source: string;
  readonly turnId?: string;
}

const modes = ["bm25", "vector", "graph", "hybrid", ""] as const;
const folder = join(import.meta.dirname, "../recall/conversations");

/** Recall@5, @10, @20 and the reciprocal rank of the first evidence turn, for one list of turn ids. */
export function score(found: readonly string[], evidence: ReadonlySet<string>): [number, number, number, number] {
  // A fact and its turn may both be hits: evidence counts once.
  const at = (k: number) => new Set(found.slice(0, k).filter((id) => evidence.has(id))).size / evidence.size;
  const first = found.findIndex((id) => evidence.has(id));
  return [at(5), at(10), at(20), first < 0 ? 0 : 1 / (first + 1)];
}

export async function measureRecall(infer: "full" | "none", env: Record<string, string> = {}): Promise<void> {
  const server = await startServer(undefined, env);
  try {
    const results = new Map<string, { kind: string; scores: number[] }[]>();
    let tiers = 0;
    for (const file of (await readdir(folder)).filter((name) => name.endsWith(".json")).sort()) {
      const conversation = JSON.parse(await readFile(join(folder, file), "utf8")) as Conversation;
      const turns = await ingest(server, conversation, infer);
      for (const question of conversation.questions) {
        const evidence = new Set(question.evidence.map((place) => turns.ids.get(place) ?? place));
        for (const mode of modes) {
          const answer = await server.call<{ hits: Hit[]; tier: string }>(
            "POST",
            `/${turns.contextId}/query`,
            { query: question.question, k: 20, ...(mode === "" ? {} : { mode }) },
            turns.key,
          );
          if (mode === "" && answer.tier === "direct") tiers++;
          const passages = answer.hits.flatMap((hit) => (hit.source === "memory_chunk" ? [hit.turnId ?? ""] : []));
          const any = answer.hits.map((hit) => hit.turnId ?? "");
          const label = mode === "" ? "(tiers)" : mode;
          push(results, `${label}, all hits`, question.kind, score(any, evidence));
          push(results, `${label}, passages`, question.kind, score(passages, evidence));
        }
      }
    }
    heading(
      `Recall of the evidence turns, infer: ${infer} (${results.values().next().value?.length ?? 0} questions, ${tiers} answered directly)`,
    );
    table([
      ["mode", "R@5", "R@10", "R@20", "MRR"],
      ...[...results].map(([mode, all]) => [mode, ...mean(all.map((one) => one.scores))]),
    ]);
    const kinds = Map.groupBy(results.get("hybrid, all hits") ?? [], (one) => one.kind);
    table([
      ["hybrid by kind", "R@5", "R@10", "R@20", "MRR"],
      ...[...kinds].map(([kind, all]) => [kind, ...mean(all.map((one) => one.scores))]),
    ]);
  } finally {
    await server.stop();
  }
}

function push(results: Map<string, { kind: string; scores: number[] }[]>, label: string, kind: string, scores: number[]): void {
  const list = results.get(label);
  if (list) list.push({ kind, scores });
  else results.set(label, [{ kind, scores }]);
}

function mean(rows: readonly number[][]): number[] {
  return [0, 1, 2, 3].map((column) => rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / Math.max(1, rows.length));
}

async function ingest(server: BenchServer, conversation: Conversation, infer: string) {
  const contextId = conversation.name;
  await server.call("POST", `/contexts/${contextId}`, {}, server.managementKey);
  const minted = await server.call<{ key: string }>(
    "POST",
    `/contexts/${contextId}/principals/admin/keys/bench`,
    {},
    server.managementKey,
  );
  const ids = new Map<string, string>();
  for (const session of conversation.sessions) {
    let sessionId: string | undefined;
    for (const [i, turn] of session.turns.entries()) {
      const body = {
        text: `${turn.speaker}: ${turn.text}`,
        infer,
        observed_at: new Date(Date.parse(session.at) + i * 30_000).toISOString(),
        ...(sessionId === undefined ? {} : { session_id: sessionId }),
      };
      const stored = await server.call<{ sessionId: string; turnId: string }>("POST", `/${contextId}/facts`, body, minted.key);
      sessionId = stored.sessionId;
      ids.set(`${session.id}:${i}`, stored.turnId);
    }
  }
  return { contextId, key: minted.key, ids };
}
