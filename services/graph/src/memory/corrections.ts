/** What a correction is about that does not say so: "Scratch that, 60 chairs", "Tom, not Dana", "no, wait, Thursday". */
import { analyse } from "@loci/text";
import type { Name, Statement, Value } from "./model.ts";
import { isLater } from "./order.ts";
import type { Proposed, ProposedFact } from "./proposal.ts";
import { normaliseValue } from "./values.ts";

/** Something that was said before, and stands. */
export interface Recent extends Value {
  readonly subject: Name;
  readonly target: Name | undefined;
  readonly key: string;
  readonly category: Statement["category"];
  readonly scopeSet: string;
  readonly sessionId: string;
  readonly knownAt: string;
  readonly source: Statement["source"];
}

/**
 * The proposals with each correction put to the latest thing of its session that it can take the place of: the value that it names as
 * wrong, else one of its kind (a number of the same things, a day, a time, a code, a name). One that fits nothing is left out: nobody
 * could tell later what it was about.
 * @param recent what was said before, latest first
 */
export function bindCorrections(proposed: Proposed, recent: readonly Recent[]): Proposed {
  if (!proposed.facts.some((fact) => fact.unbound === true)) return proposed;
  const beside = proposed.facts.flatMap(asRecent);
  const facts = proposed.facts.flatMap((fact): ProposedFact[] => {
    if (fact.unbound !== true || fact.quarantined) return [fact];
    const { unbound: _, ...rest } = fact;
    const earlier = [...beside.filter((one) => isBefore(one, fact)).reverse(), ...recent];
    const { sessionId } = fact.statement.source;
    const isBeside = (one: Recent) => one.scopeSet === fact.scopeSet && one.sessionId === sessionId;
    const wrong = earlier.find((one) => isBeside(one) && isCorrectedBy(one, fact.statement));
    return wrong === undefined ? [] : [bound(rest, wrong)];
  });
  return { ...proposed, facts };
}

function bound(fact: Omit<ProposedFact, "unbound">, wrong: Recent): ProposedFact {
  const value = corrected(wrong.value, fact.statement);
  const isRelation = wrong.target !== undefined;
  const target = wrong.target && { ...wrong.target, name: value, nameNorm: normaliseValue(value) };
  const statement: Statement = {
    ...fact.statement,
    ...{ value, valueNorm: normaliseValue(value), category: wrong.category },
    ...{ targetType: isRelation ? wrong.targetType : "", changed: true, corrected: true, insteadOf: wrong.valueNorm },
  };
  return { ...fact, subject: wrong.subject, target, key: wrong.key, statement };
}

function isBefore(one: Recent, { statement }: ProposedFact): boolean {
  if (isLater(statement, one)) return true;
  return one.source.turnId === statement.source.turnId && one.source.spanEnd <= statement.source.spanStart;
}

/** Whether what was said may be what the correction takes back. */
export function isCorrectedBy(one: Pick<Recent, "value" | "valueNorm">, { value, insteadOf }: Statement): boolean {
  const valueNorm = normaliseValue(value);
  if (one.valueNorm === valueNorm || one.value === "") return false;
  if (insteadOf !== undefined) return one.valueNorm === insteadOf || holds(one.value, insteadOf);
  const kind = kindOf(value);
  const place = kind === undefined ? undefined : kind.in.exec(one.value);
  if (kind === undefined || !place) return false;
  if (kind.name !== "number") return true;
  const [mine, theirs] = [nounOf(value), nounOf(one.value)];
  return mine === "" || theirs === "" || mine === theirs;
}

interface Kind {
  readonly name: string;
  readonly in: RegExp;
}

const day = String.raw`(?:mon|tues|wednes|thurs|fri|satur|sun)days?`;
const month = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const number = String.raw`(?:\d[\d.,]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty)`;

/** What values are of one kind, the narrowest first; `in` finds one in a longer value. */
const kinds: readonly Kind[] = [
  {
    name: "date",
    in: new RegExp(
      String.raw`(?<![\p{L}\d])(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? ${month}|${month} \d{1,2}(?:st|nd|rd|th)?|\d{4}-\d\d-\d\d)(?:,? \d{4})?(?![\p{L}\d])`,
      "iu",
    ),
  },
  { name: "time", in: /(?<![\p{L}\d])(?:\d{1,2}[:.]\d\d ?(?:am|pm)?|\d{1,2} ?(?:am|pm)|noon|midnight)(?![\p{L}\d])/iu },
  { name: "day", in: new RegExp(String.raw`(?<![\p{L}\d])(?:${day}|today|tomorrow|tonight)(?![\p{L}\d])`, "iu") },
  {
    name: "month",
    in: new RegExp(
      String.raw`(?<![\p{L}\d])(?:january|february|march|april|june|july|august|september|october|november|december)(?![\p{L}\d])`,
      "iu",
    ),
  },
  { name: "code", in: /(?<![\p{L}\d-])(?=[\p{L}-]{0,20}\d)(?=[\d-]{0,20}\p{Lu})[\p{L}\d-]{2,30}(?![\p{L}\d])/u },
  { name: "address", in: /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}/u },
  { name: "telephone", in: /(?<![\p{L}\d])\+?\d{1,5}(?:[ -]\d{2,5}){1,4}(?![\p{L}\d])/u },
  { name: "number", in: new RegExp(String.raw`(?<![\p{L}\d])${number}(?![\p{L}\d])`, "iu") },
  { name: "name", in: /(?<![\p{L}\d])\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*){0,4}(?![\p{L}\d])/u },
];

function kindOf(value: string): Kind | undefined {
  return kinds.find((kind) => kind.in.test(value));
}

/** What is counted: the stem of the last word behind a number. */
function nounOf(value: string): string {
  const number = kinds.find((kind) => kind.name === "number")?.in.exec(value);
  return number === undefined || number === null
    ? ""
    : (analyse(value.slice(number.index + number[0].length).split(/\s(?:for|in|at|on|per|a)\s/)[0] ?? "").at(-1) ?? "");
}

/** The wrong value with the right one in its place: "40 chairs" by "60" is "60 chairs", "KL1224 on Sunday" by "KL1242" has its day still. */
function corrected(wrong: string, { value, insteadOf }: Statement): string {
  if (insteadOf !== undefined) {
    const at = wrong.toLowerCase().indexOf(insteadOf);
    return at < 0 ? value : wrong.slice(0, at) + value + wrong.slice(at + insteadOf.length);
  }
  const kind = kindOf(value);
  const mine = kind?.in.exec(value);
  const theirs = kind?.in.exec(wrong);
  // Of a longer text only what is of the kind is taken, but a number keeps what it counts.
  if (!mine || !theirs || (kind?.name === "number" && mine[0].length !== value.length)) return value;
  return wrong.slice(0, theirs.index) + mine[0] + wrong.slice(theirs.index + theirs[0].length);
}

function holds(value: string, words: string): boolean {
  const own = new Set(analyse(value));
  const wanted = analyse(words);
  return wanted.length > 0 && wanted.every((term) => own.has(term));
}

function asRecent({ statement, subject, target, key, scopeSet, quarantined, unbound }: ProposedFact): Recent[] {
  if (quarantined || statement.negated || unbound === true) return [];
  const { value, valueNorm, targetType, targetEntityId, category, knownAt, source } = statement;
  const { sessionId } = source;
  return [{ subject, target, key, category, scopeSet, sessionId, knownAt, source, value, valueNorm, targetType, targetEntityId }];
}
