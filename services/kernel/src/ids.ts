/** The kinds of record that have an id of the form `<kind>:<key>`. */
export const recordKinds = [
  "entity",
  "attribute",
  "relation",
  "turn",
  "session",
  "memory_chunk",
  "instruction",
  "uncertainty",
  "decision",
  "trace",
  "provenance",
  "principal",
  "key",
  "document",
  "section",
  "chunk",
  "keyword",
  "merge",
  "receipt",
  "audit",
] as const;

export type RecordKind = (typeof recordKinds)[number];

/** Makes a new record id; given from outside, so that tests repeat. */
export type IdSource = (kind: RecordKind) => string;

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's base 32, lower case
const timeLength = 10;
const randomLength = 16;

/**
 * The 26-character key of a record: 10 characters of milliseconds, then 16 random ones, so that keys sort by creation time.
 * The layout is that of ULID (github.com/ulid/spec), in lower case.
 * @param random at least 16 bytes, of which the low 5 bits each are used
 */
export function recordKey(millis: number, random: Uint8Array): string {
  let time = "";
  let rest = millis;
  for (let i = 0; i < timeLength; i++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let tail = "";
  for (let i = 0; i < randomLength; i++) tail += alphabet.charAt((random[i] ?? 0) & 31);
  return time + tail;
}

/**
 * An id source over a clock (milliseconds) and a source of random bytes. Each key sorts after the one before it, within one
 * millisecond too: what ties in a ranking then falls in the order of creation, and not by chance.
 */
export function idSource(clock: () => number, random: (length: number) => Uint8Array): IdSource {
  let last = "";
  return (kind) => {
    const made = recordKey(clock(), random(randomLength));
    last = made.slice(0, timeLength) > last.slice(0, timeLength) ? made : following(last);
    return `${kind}:${last}`;
  };
}

/** The key right after this one: its last character that is not the alphabet's last goes one up, what follows begins anew. */
function following(key: string): string {
  const head = key.replace(/(?<!z)z+$/, "");
  const up = alphabet.charAt(alphabet.indexOf(head.slice(-1)) + 1);
  return (head.slice(0, -1) + up).padEnd(key.length, alphabet.charAt(0));
}

/** The kind of a record id, or undefined where the text is none. */
export function kindOf(id: string): RecordKind | undefined {
  const match = /^([a-z_]+):[0-9a-z]{26}$/.exec(id);
  const kind = match?.[1];
  return recordKinds.find((known) => known === kind);
}

/** The record ids that a text holds, each once. */
export function idsIn(text: string): string[] {
  return [...new Set(text.match(/\b[a-z_]+:[0-9a-z]{26}\b/g))].filter((id) => kindOf(id) !== undefined);
}

/** What a context id looks like; some words are reserved beside. */
export const contextIdPattern = /^[a-z0-9](?:[a-z0-9._-]{0,126}[a-z0-9])?$/;
/** What a principal's id looks like. */
export const principalIdPattern = /^[A-Za-z0-9](?:[A-Za-z0-9._:@-]{0,126}[A-Za-z0-9])?$/;
export const principalKindPattern = /^[a-z][a-z0-9_-]{0,63}$/;

/** Words that stand where a context's id does, in paths of their own. */
export const reservedContextIds = ["contexts", "verbs", "health", "ready", "migrations", "openapi", "docs"] as const;
const reservedContexts = new Set<string>(reservedContextIds);

/** What is wrong with a context id, or undefined when it is well formed. */
export function contextIdProblem(id: string): string | undefined {
  if (!contextIdPattern.test(id)) {
    return "must be 1 to 128 of a-z, 0-9, '-', '_' and '.', beginning and ending with a letter or digit";
  }
  if (reservedContexts.has(id)) return `'${id}' is a reserved word`;
  return undefined;
}
