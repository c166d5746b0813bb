/** What the stories say, measure by measure, and the goals. */
import { halves, type Half, type Kind } from "./story.ts";

/** `low` are measures of what is to be rare. */
export const measures = {
  readRecall: { title: "facts read of those in the sentences", goal: 0.85 },
  readPrecision: { title: "of the facts read, those that were said", goal: 0.93 },
  firstHit: { title: "first hit right and current", goal: 0.9 },
  staleShown: { title: "stale among five hits, not said", goal: 0.05, low: true },
  context: { title: "/context right", goal: 0.85 },
  chat: { title: "/chat right (no model)", goal: 0.8 },
  forget: { title: "forgetting exact", goal: 0.9 },
  growth: { title: "no growth when its words come back", goal: 0.95 },
  identity: { title: "who is who right", goal: 0.85 },
} as const satisfies Record<string, { title: string; goal: number; low?: boolean }>;
export type Measure = keyof typeof measures;

/** One thing that was looked at. */
export interface Verdict {
  readonly measure: Measure;
  /** Counts for the measure; for one of what is to be rare, that it happened. */
  readonly yes: boolean;
  /** What went wrong, where something did. */
  readonly reason?: string;
}

export interface StoryVerdicts {
  readonly half: Half;
  readonly kind: Kind;
  readonly name: string;
  readonly verdicts: readonly Verdict[];
}

export interface Share {
  readonly yes: number;
  readonly of: number;
}

export type Shares = Readonly<Record<Half, Readonly<Record<Measure, Share>>>>;

/** Each measure's share in each half. */
export function sharesOf(stories: readonly StoryVerdicts[]): Shares {
  const share = (half: Half, measure: Measure): Share => {
    const counted = stories.flatMap((story) =>
      story.half === half ? story.verdicts.filter((one) => one.measure === measure) : [],
    );
    return { yes: counted.filter(({ yes }) => yes).length, of: counted.length };
  };
  const names = Object.keys(measures) as Measure[];
  const ofHalf = (half: Half) => Object.fromEntries(names.map((name) => [name, share(half, name)])) as Record<Measure, Share>;
  return Object.fromEntries(halves.map((half) => [half, ofHalf(half)])) as Shares;
}
