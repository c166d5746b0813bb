/** Checks an exported chain of the audit, without asking the server: whoever changed a row there cannot hide it here. */

/** What was found. */
export interface AuditVerdict {
  readonly ok: boolean;
  /** The context whose chain it is, "*" for the deployment's own; "" where no row says it. */
  readonly chain: string;
  readonly rows: number;
  /** The first and the last position that were checked; 0 where there was none. */
  readonly from: number;
  readonly to: number;
  /** The hash of the last row: kept elsewhere, it proves later that nothing up to there was changed. */
  readonly hash: string;
  /** Up to where signatures reach; 0 where there are none. */
  readonly signedTo: number;
  /** The keys that signed: hexadecimal, Ed25519. */
  readonly publicKeys: readonly string[];
  /** What retention removed, as the deployment signed: so many rows, all made before this time. */
  readonly removed?: { readonly rows: number; readonly before: string };
  /** The first row that does not fit. */
  readonly broken?: { readonly position: number; readonly problem: string };
}

export interface AuditCheck {
  /** The only keys whose signatures count; by default the one that signs the chain's end. */
  readonly publicKeys?: readonly string[] | undefined;
  /** A row that has to be there as it was seen before. */
  readonly expected?: { readonly position: number; readonly hash: string } | undefined;
  /** Told now and then how far it is. */
  readonly onProgress?: ((checked: number, last: number) => void) | undefined;
}

const rowFormat = "loci-audit-1";
const checkpointFormat = "loci-audit-checkpoint-1";
const retentionFormat = "loci-audit-retention-1";
const noHash = "0".repeat(64);
const progressEvery = 1_000;

class Broken extends Error {
  readonly position: number;
  constructor(position: number, problem: string) {
    super(problem);
    this.position = position;
  }
}

interface State {
  chain: string;
  rows: number;
  from: number;
  to: number;
  hash: string;
  last: number;
  /** Where the server says that the chain ends, though rows follow; undefined where none do. */
  end: number | undefined;
  signedTo: number;
  removed: AuditVerdict["removed"];
  /** Whether rows may begin here: the first one does, or the reader left the ones before out, or retention removed them. */
  isBegun: boolean;
  /** The keys that signed, each with the first place that it signed. */
  readonly publicKeys: Map<string, number>;
  /** The key of the last signature. */
  lastKey: string;
}

/** @param lines of `GET /audit/export`, one JSON document each */
export async function verifyAudit(lines: AsyncIterable<string> | Iterable<string>, check: AuditCheck = {}): Promise<AuditVerdict> {
  const state: State = {
    ...{ chain: "", rows: 0, from: 0, to: 0, hash: noHash, last: 0, end: undefined, signedTo: 0 },
    ...{ removed: undefined, isBegun: false, lastKey: "" },
    publicKeys: new Map(),
  };
  let broken: AuditVerdict["broken"];
  try {
    for await (const line of lines) if (line.trim() !== "") await take(line, state, check);
    if (state.to < state.last) throw new Broken(state.to + 1, `is missing: the chain ends at ${state.last}`);
    if (check.publicKeys === undefined) requireOneKey(state);
    requireExpected(state, check);
  } catch (thrown) {
    if (!(thrown instanceof Broken)) throw thrown;
    broken = { position: thrown.position, problem: thrown.message };
  }
  const { chain, rows, from, to, hash, signedTo, publicKeys, removed } = state;
  const found = { chain, rows, from, to, hash, signedTo, publicKeys: [...publicKeys.keys()], ...(removed ? { removed } : {}) };
  return broken ? { ok: false, ...found, broken } : { ok: true, ...found };
}

/**
 * Whoever can write to the database can sign a checkpoint with a key of its own. The chain's end is signed by the server that is asked, with a
 * secret that is not in the database: no other key counts, unless the caller names it.
 */
function requireOneKey({ publicKeys, lastKey, signedTo, to, removed }: State): void {
  const all = `is missing, as are all up to ${removed?.rows}`;
  if (removed && signedTo < to) throw new Broken(1, `${all}, and nobody vouches for that: the chain's end is not signed`);
  for (const [key, position] of publicKeys) {
    if (key === lastKey) continue;
    const other = `a key that does not sign the chain's end, ${key}`;
    if (position === removed?.rows) throw new Broken(1, `${all}: their removal is signed by ${other}`);
    throw new Broken(position, `has a checkpoint that is signed by ${other}`);
  }
}

function requireExpected({ from, to, removed }: State, { expected }: AuditCheck): void {
  if (expected === undefined || (expected.position >= from && expected.position <= to)) return;
  // The hash of the last row that was removed is signed; what it should be was compared there.
  if (expected.position === removed?.rows) return;
  const isRemoved = expected.position < (removed?.rows ?? 0);
  throw new Broken(expected.position, isRemoved ? `was removed by retention: expect one from ${from} on` : "is not there");
}

async function take(line: string, state: State, check: AuditCheck): Promise<void> {
  const read = fieldsOf(line, state.to + 1);
  if (read["type"] === "audit") {
    if (read["format"] !== 1) throw new Error("This export has a format that this client does not know.");
    state.last = Number(read["last"]);
    state.to = Number(read["after"]);
    // Of what its reader left out nothing is said.
    state.isBegun = state.to > 0;
    if (state.isBegun) state.hash = "";
  } else if (read["type"] === "end") state.end = Number(read["position"]);
  else if (read["type"] === "row") await takeRow(read, state, check);
  else if (read["type"] === "checkpoint") await takeCheckpoint(read, state, check);
}

async function takeRow(read: Fields, state: State, { expected, onProgress }: AuditCheck): Promise<void> {
  const [position, hash, text] = [Number(read["position"]), textOf(read["hash"]), textOf(read["text"])];
  const row = arrayOf(text, position);
  const [format, chain, placed, before] = row;
  if (state.end !== undefined) throw new Broken(position, `stands behind the end of the chain, which is ${state.end}`);
  const isFirst = state.rows === 0;
  if (isFirst && !state.isBegun && position > 1)
    throw new Broken(1, `is missing, as are all before ${position}, and no retention removed them`);
  if (position !== state.to + 1) throw new Broken(state.to + 1, `is missing: ${position} follows ${state.to}`);
  if (format !== rowFormat) throw new Broken(position, `has the format ${String(format)}`);
  if (placed !== position) throw new Broken(position, `says that it is ${String(placed)}`);
  if (state.chain !== "" && chain !== state.chain) throw new Broken(position, `is of another chain, ${String(chain)}`);
  if (state.hash !== "" && before !== state.hash) throw new Broken(position, "does not hold the hash of the row before it");
  if ((await sha256(text)) !== hash) throw new Broken(position, "does not have its hash: it was changed");
  if (expected?.position === position && expected.hash !== hash) throw new Broken(position, "is not the row that was expected");
  if (isFirst) Object.assign(state, { chain, from: position });
  Object.assign(state, { rows: state.rows + 1, to: position, hash, isBegun: true });
  if (state.rows % progressEvery === 0 || position === state.last) onProgress?.(position, state.last);
}

async function takeCheckpoint(read: Fields, state: State, { publicKeys, expected }: AuditCheck): Promise<void> {
  const [position, hash, text] = [Number(read["position"]), textOf(read["hash"]), textOf(read["text"])];
  const [publicKey, signature] = [textOf(read["publicKey"]), textOf(read["signature"])];
  const [format, chain, placed, signed, , before] = arrayOf(text, position);
  if (publicKeys && !publicKeys.includes(publicKey))
    throw new Broken(position, `is signed by a key that is not trusted, ${publicKey}`);
  const isRetention = format === retentionFormat;
  if (
    !(isRetention || format === checkpointFormat) ||
    placed !== position ||
    signed !== hash ||
    (state.chain !== "" && chain !== state.chain)
  )
    throw new Broken(position, "has a checkpoint that says something else than it signs");
  if (!(await isSignedBy(publicKey, signature, text))) throw new Broken(position, "has a checkpoint whose signature is wrong");
  // It may also come between rows: of those that were removed while this was read.
  if (isRetention && position > state.to) {
    if (expected?.position === position && expected.hash !== hash) throw new Broken(position, "is not the row that was expected");
    Object.assign(state, { to: position, hash, chain, isBegun: true, removed: { rows: position, before: textOf(before) } });
  } else if (position !== state.to || (state.hash !== "" && hash !== state.hash))
    throw new Broken(position, "is not the row that was signed: it was changed since");
  state.signedTo = position;
  state.lastKey = publicKey;
  if (!state.publicKeys.has(publicKey)) state.publicKeys.set(publicKey, position);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(line: string, position: number): Fields {
  try {
    const read: unknown = JSON.parse(line);
    if (typeof read === "object" && read !== null) return read as Fields;
  } catch {
    // Said below.
  }
  throw new Broken(position, "cannot be read");
}

function arrayOf(text: string, position: number): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read)) return read;
  } catch {
    // Said below.
  }
  throw new Broken(position, "cannot be read");
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

async function sha256(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function isSignedBy(publicKey: string, signature: string, text: string): Promise<boolean> {
  const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]).catch(() => undefined);
  return key !== undefined && crypto.subtle.verify("Ed25519", key, bytesOf(signature), new TextEncoder().encode(text));
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
