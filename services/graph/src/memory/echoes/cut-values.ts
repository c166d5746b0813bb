import { normaliseName } from "@loci/kernel";
import type { Proposed, ProposedFact } from "../proposal.ts";
import type { Heard } from "./hearing.ts";
import { isOwnWording } from "./prints.ts";

/**
 * Facts whose value may be what a cut left of one: the last words of a text in which something was recognised, without a mark behind them
 * ("Our hotel is the H").
 */
export function maybeCut({ facts }: Proposed, heard: ReadonlyMap<string, Heard>): ProposedFact[] {
  return facts.filter(({ statement, target }) => {
    const turn = heard.get(statement.source.turnId);
    // Nobody speaks as facts are written: it may be one that was cut, though nothing else of it is recognised.
    if (turn === undefined || statement.negated || (turn.echoes.length === 0 && !isOwnWording(turn.content))) return false;
    const text = turn.content.trimEnd().toLowerCase();
    const value = (target?.name ?? statement.value).toLowerCase();
    return value !== "" && text.endsWith(value) && /[\p{L}\p{N}]$/u.test(text);
  });
}

/**
 * Facts that were read from a last sentence that only begins an earlier one of its text, in which something was recognised: "The user is allergic to
 * nuts [S1]. The user is al".
 */
export function ofCutRepeat({ facts }: Proposed, heard: ReadonlyMap<string, Heard>): ReadonlySet<ProposedFact> {
  return new Set(
    facts.filter(({ statement: { source } }) => {
      const turn = heard.get(source.turnId);
      if (turn === undefined || turn.echoes.length === 0) return false;
      const at = cutRepeatAt(turn.content);
      return at > 0 && source.spanStart >= at;
    }),
  );
}

/** A name of more words is not looked for. */
const maxNameWords = 6;
const longestWritten = 300;

/** A text that may be what a cut left of a fact as Loci writes it ("user van has insp"), and the names that its first words may be. */
export interface BegunFact {
  /** In the normal form of names. */
  readonly text: string;
  readonly names: readonly string[];
}

/** Undefined for a text that ends with a mark, has several lines or is longer than facts are. */
export function begunFact(content: string): BegunFact | undefined {
  const trimmed = content.trim();
  if (trimmed.length > longestWritten || !/^[^\n]*[\p{L}\p{N}]$/u.test(trimmed)) return undefined;
  const text = normaliseName(trimmed);
  const words = text.split(" ");
  const names = words.slice(0, Math.min(maxNameWords, words.length - 1)).map((_, at) => words.slice(0, at + 1).join(" "));
  return names.length === 0 ? undefined : { text, names };
}

/** Whether a text ends within a word of a fact's text, or just before its colon: a whole word less may be what somebody means. */
export function isCutWithin(text: string, whole: string): boolean {
  const next = whole.toLowerCase().startsWith(text) ? whole.charAt(text.length) : "";
  return /^[\p{L}\p{N}:]$/u.test(next);
}

const fewestLetters = 6;

/** Where a text's last sentence begins that is cut, and only begins an earlier one; -1 without. */
function cutRepeatAt(content: string): number {
  const text = content.trimEnd().toLowerCase();
  const at = Math.max(...[". ", "! ", "? ", "\n"].map((mark) => text.lastIndexOf(mark))) + 1;
  const last = text.slice(at).trim();
  const isCut = at > 0 && last.length >= fewestLetters && /[\p{L}\p{N}]$/u.test(last);
  return isCut && text.slice(0, at).includes(last) ? at : -1;
}

/** The proposals without these facts, and without whom nothing else speaks of. */
export function withoutFacts(proposed: Proposed, left: ReadonlySet<ProposedFact>): Proposed {
  if (left.size === 0) return proposed;
  const namesIn = ({ subject, target }: ProposedFact) => [subject.nameNorm, ...(target === undefined ? [] : [target.nameNorm])];
  const facts = proposed.facts.filter((fact) => !left.has(fact));
  const kept = new Set(facts.flatMap(namesIn));
  const dropped = new Set([...left].flatMap(namesIn).filter((name) => !kept.has(name)));
  return { ...proposed, facts, entities: proposed.entities.filter(({ name }) => !dropped.has(name.nameNorm)) };
}
