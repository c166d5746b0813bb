import { kindOf, LociError } from "@loci/kernel";
import { pauser } from "@loci/platform/call";
import type { Transaction } from "@loci/ports/database";
import type { Span } from "@loci/text";
import { divided, isTouched, saysMore, united, wordsOf, type Divided } from "../memory/withholding.ts";
import {
  readPassages,
  statementsIn,
  type Looking,
  type Passage,
  type PassageStatement,
  type Redaction,
} from "../store/withheld.ts";

/** What is to be forgotten of a record that a description matched, or that somebody named. */
export interface Match {
  readonly id: string;
  readonly by: "words" | "meaning" | "id";
  readonly score: number;
  /** Of a turn or chunk; all of it where there are none. */
  readonly parts: readonly Span[];
  /** Whether the words that it was read from go too; without it goes alone, whole. */
  readonly withWords: boolean;
}

/** Why a record goes. */
export interface Reason {
  readonly by: Match["by"] | "along";
  readonly score: number;
  /** The id of what takes it along; "" where nothing does. */
  readonly goesWith: string;
}

/** What goes as a whole, what in part, and which statements lose their words. */
export interface Plan {
  readonly whole: readonly string[];
  readonly redactions: readonly Redaction[];
  readonly unsaid: readonly string[];
  /** By the ids under which the records are found. */
  readonly reasons: ReadonlyMap<string, Reason>;
}

/**
 * Characters of the passages that one forgetting looks at, and parts that it takes out of them. It is one transaction, which others of the
 * context wait for, on the embedded database everybody.
 */
export const mostText = 32_000_000;
export const mostParts = 100_000;

/**
 * What goes with what was asked for: the words that a matched fact, or what is known of a matched entity, was read from; of a passage that says
 * nothing beside them all of it.
 * @param options of which ScopeSets passages may lose words (null: all), and whether what was forgotten before counts, as it does for a purge
 * @throws LociError `too_large` where it is more than one forgetting takes on
 */
export async function planForgetting(
  tx: Transaction,
  contextId: string,
  asked: readonly Match[],
  options: Looking & { readonly scopeSets: readonly string[] | null },
): Promise<Plan> {
  const matches = asked.filter(({ withWords }) => withWords);
  const ofKind = (...kinds: string[]) => matches.filter(({ id }) => kinds.includes(kindOf(id) ?? "")).map(({ id }) => id);
  const facts = ofKind("attribute", "relation", "instruction");
  const entities = ofKind("entity");
  const evidence = await statementsIn(tx, contextId, { facts, entities }, options);
  const named = ofKind("turn", "memory_chunk", "chunk");
  const passages = await readPassages(
    tx,
    contextId,
    [...named, ...evidence.map(({ passageId }) => passageId)],
    options.scopeSets,
    options,
  );
  requireText(passages);
  const statements = await statementsIn(tx, contextId, { passages: passages.map(({ id }) => id) }, options);
  const read = Map.groupBy(statements, (one) => one.passageId);
  const matchOf = new Map(matches.map((match) => [match.id, match]));
  const reasons = new Map<string, Reason>(matches.map(({ id, by, score }) => [id, { by, score, goesWith: "" }]));
  const inWords = new Set(named);
  const whole = new Set(asked.flatMap(({ id, withWords }) => (withWords && inWords.has(id) ? [] : [id])));
  const redactions: Redaction[] = [];
  const unsaid: string[] = [];
  const matched = new Set([...facts, ...entities]);
  const isEvidence = ({ factId, entityId, targetEntityId }: PassageStatement) =>
    matched.has(factId) || matched.has(entityId) || (targetEntityId !== "" && matched.has(targetEntityId));
  const pause = pauser();
  let parts = 0;
  for (const passage of passages) {
    await pause();
    const said = read.get(passage.id) ?? [];
    const text = divided(passage.text);
    const proving = said.filter(isEvidence);
    const match = matchOf.get(passage.foundAs) ?? matchOf.get(passage.id);
    const spans = spansOf(text, match, proving);
    if (match === undefined) reasons.set(passage.foundAs, becauseOf(proving[0], matchOf));
    // Of what stands somebody sees no more than the words that were not withheld before.
    const unseen = passage.isForgotten ? spans : [...spans, ...passage.withheld];
    if (match?.parts.length === 0 || !saysMore(text, unseen)) {
      whole.add(passage.foundAs);
      continue;
    }
    parts += spans.length;
    if (parts > mostParts) throw tooMuch(`more than ${mostParts.toLocaleString("en")} parts of texts`);
    redactions.push({ ...passage, spans });
    for (const statement of said) {
      await pause();
      if (isEvidence(statement) || isTouched(passage.text, wordsOf(text, statement), spans)) unsaid.push(statement.id);
    }
  }
  return { whole: [...whole], redactions, unsaid, reasons };
}

function requireText(passages: readonly Passage[]): void {
  const length = passages.reduce((sum, { text }) => sum + text.length, 0);
  if (length > mostText) throw tooMuch(`texts of more than ${mostText.toLocaleString("en")} characters`);
}

function tooMuch(what: string): LociError {
  return new LociError("too_large", `This says to forget ${what} at once; narrow it, by its words or by scopes.`);
}

function spansOf(passage: Divided, match: Match | undefined, proving: readonly PassageStatement[]): Span[] {
  const length = passage.text.length;
  const parts = (match?.parts ?? []).map(({ start, end }) => ({ start, end: Math.min(end, length) }));
  return united([...parts, ...proving.flatMap((one) => wordsOf(passage, one))], passage.text);
}

function becauseOf(statement: PassageStatement | undefined, matchOf: ReadonlyMap<string, Match>): Reason {
  const ids = statement === undefined ? [] : [statement.factId, statement.entityId, statement.targetEntityId];
  const match = ids.map((id) => matchOf.get(id)).find((one) => one !== undefined);
  return { by: match === undefined || match.by === "id" ? "along" : match.by, score: match?.score ?? 0, goesWith: match?.id ?? "" };
}
