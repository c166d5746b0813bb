/** The trace timeline: newest first; it follows until another trace is chosen. */
import type { Answer, Trace } from "../workbench/memory.ts";
import { scrolled } from "./layout.ts";

export interface Timeline {
  readonly traces: readonly Trace[];
  readonly loaded: boolean;
  readonly chosen: number;
  readonly top: number;
}

const kept = 200;
export const emptyTimeline: Timeline = { traces: [], loaded: false, chosen: 0, top: 0 };

export function withTraces(timeline: Timeline, traces: readonly Trace[]): Timeline {
  const newer = new Map(traces.map((trace) => [trace.id, trace]));
  const merged = [...newer.values(), ...timeline.traces.filter(({ id }) => !newer.has(id))]
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
    .slice(0, kept);
  const chosenId = timeline.traces[timeline.chosen]?.id;
  const at = timeline.chosen === 0 ? 0 : merged.findIndex(({ id }) => id === chosenId);
  const chosen = Math.max(0, at);
  return { traces: merged, loaded: true, chosen, top: chosen === 0 ? 0 : timeline.top + Math.max(0, chosen - timeline.chosen) };
}

export function moveTo(timeline: Timeline, index: number, height: number): Timeline {
  const { length } = timeline.traces;
  const chosen = Math.max(0, Math.min(length - 1, index));
  return { ...timeline, chosen, top: scrolled(timeline.top, chosen, length, height) };
}

/** What an answer tells of its trace: a recording of a repl has no other. */
export function traceOfAnswer(query: string, answer: Answer, at: string): Trace {
  return {
    id: answer.traceId,
    kind: "retrieval",
    createdAt: at,
    query,
    tier: answer.tier,
    reason: answer.reason,
    ms: answer.ms,
    cached: false,
    stages: {},
    hits: answer.hits.map(({ id, score, source }, i) => ({ id, rank: i + 1, score, source, legs: [] })),
    degraded: answer.degraded,
    parents: [],
  };
}

/** How many of `cells` a duration fills beside the longest one; something is always seen. */
export function barCells(ms: number, longest: number, cells: number): number {
  if (longest <= 0) return 1;
  return Math.max(1, Math.min(cells, Math.round((ms / longest) * cells)));
}
