import { estimatedTokens } from "@loci/kernel";
import type { graph, retrieval } from "@loci/protos";

export const usualBlockTokens = 2_000;
/** What a block has besides the lines of its records: its frame, its headings, and a word of what was left out. */
const frameTokens = 60;
/** What a line has besides its text: its bullet, date, speaker and remarks. */
const lineTokens = 14;
/** The part of a block that the conversation itself may take, and how the person wants to be answered. */
const conversationShare = 0.5;
const instructionShare = 0.25;

type SaidTurn = Pick<graph.Turn, "role" | "speaker" | "content">;

export interface Material {
  /** Best first. */
  readonly hits: readonly retrieval.Hit[];
  /** Oldest first. */
  readonly session: readonly SaidTurn[];
  readonly instructions: readonly string[];
}

/**
 * What of the material has room in a block: the newest of the conversation, then the best hits. What does not fit is passed over for what
 * does; only the best hit is cut, where nothing else would be said.
 */
export function withinTokens(material: Material, maxTokens: number): Material & { readonly leftOut: number } {
  let room = maxTokens - frameTokens;
  const instructions = fitting(material.instructions, room * instructionShare, (one) => one);
  room -= costOf(instructions, (one) => one);
  const newest = fitting(material.session.toReversed(), room * conversationShare, ({ content }) => content);
  room -= costOf(newest, ({ content }) => content);
  const hits = fitting(material.hits, room, ({ text }) => text);
  const [best] = material.hits;
  if (hits.length === 0 && best !== undefined) hits.push({ ...best, text: beginning(best.text, room - lineTokens) });
  const leftOut = material.hits.length - hits.length + (material.session.length - newest.length);
  return { hits, session: newest.reverse(), instructions, leftOut };
}

function fitting<Item>(items: readonly Item[], tokens: number, textOf: (item: Item) => string): Item[] {
  let room = tokens;
  return items.filter((item) => {
    const cost = costOf([item], textOf);
    if (cost > room) return false;
    room -= cost;
    return true;
  });
}

function costOf<Item>(items: readonly Item[], textOf: (item: Item) => string): number {
  return items.reduce((sum, item) => sum + estimatedTokens(textOf(item)) + lineTokens, 0);
}

/** As many words of the beginning as have room. */
function beginning(text: string, tokens: number): string {
  const share = Math.max(0, tokens) / Math.max(1, estimatedTokens(text));
  const cut = text.slice(0, Math.floor(text.length * Math.min(1, share))).toWellFormed();
  return `${cut.replace(/\s\S*$/, "")} …`;
}
