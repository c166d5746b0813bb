import type { EntityName, ShownFact } from "@loci/ports/language-model";

const maxName = 300;

/** A text in one line, without control characters, of at most so many UTF-16 units; it does not end in half a surrogate pair. */
export function oneLine(text: string, max: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= max
    ? line
    : line
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, "")
        .trimEnd();
}

/** A name that can be stored, or undefined. */
export function boundedName({ type, name }: EntityName): EntityName | undefined {
  const bounded = { type: oneLine(type, maxName), name: oneLine(name, maxName) };
  return bounded.type === "" || bounded.name === "" ? undefined : bounded;
}

/** The places in a list of so many facts that are really there, each once. */
export function boundedEvidence(evidence: readonly number[], facts: number): number[] {
  return [...new Set(evidence)].filter((place) => Number.isInteger(place) && place >= 0 && place < facts);
}

/** The facts as a model is shown them: each with the place by which the answer refers to it. */
export function factsData(facts: readonly ShownFact[]): unknown {
  return facts.map(({ subject, key, value, target, knownAt }, place) => ({
    place,
    subject,
    key,
    ...(target ? { target } : { value }),
    known_at: knownAt,
  }));
}
