import { identifier, sql, type Sql, type Transaction } from "@loci/ports/database";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createAuthService, type Auth } from "@loci/auth";
import { verifyAudit } from "@loci/client";
import { idSource } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import { secretRing } from "@loci/platform/secrets";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const dayMs = 86_400_000;
const days = 30;
const management: Call = { ...loci(""), caller: { kind: "management" } };

let whole: Whole;
beforeAll(async () => {
  whole = await openWhole({ auditRetentionDays: days });
}, 60_000);
afterAll(() => whole.close());

const own = (chain: string, statement: Sql) => {
  const ask = (tx: Transaction) => tx.query(statement);
  return chain === "*" ? whole.database.acrossContexts(ask) : whole.database.inContext(chain, ask);
};

async function append(chain: string, count: number): Promise<void> {
  const entries = Array.from({ length: count }, (_, i) => {
    const id = `${chain}/${whole.clock.now}/${i}`;
    const deed = { contextId: chain, operation: "remember", door: "command", principal: "admin" } as const;
    return auditEntry({ ...deed, id, traceId: `trace:${id}`, at: whole.clock.now });
  });
  await whole.auth.appendAudit({ entries, again: false, unlessTraced: false }, loci(""));
}

/** The export, as the gateway makes it of the pages. */
async function exported(chain: string, pageSize = 0, auth: Pick<Auth, "readAuditChain"> = whole.auth): Promise<string[]> {
  const lines: object[] = [];
  for (let after = 0; ;) {
    const page = await auth.readAuditChain({ contextId: chain, after, limit: pageSize }, management);
    if (after === 0) lines.push({ type: "audit", format: 1, after, last: page.last });
    const rows = page.rows.map(({ position, hash, text }) => ({ type: "row", position, hash, text }));
    const signs = page.checkpoints.map((sign) => ({ type: "checkpoint", ...sign }));
    lines.push(...[...rows, ...signs].sort((a, b) => a.position - b.position));
    if (page.head) lines.push({ type: "checkpoint", ...page.head });
    after = page.rows.at(-1)?.position ?? page.last;
    if (after >= page.last) return lines.map((line) => JSON.stringify(line));
  }
}

const sweep = (chain: string) => whole.auth.sweepExpired({}, loci(chain === "*" ? "" : chain));

/** A chain with four old rows and three that were made thirty days later; where it was cut, with the row of that. */
async function chainOf(chain: string): Promise<{ readonly lastOld: string }> {
  const [{ rows = 0 } = {}] = await own(chain, sql`select count(*)::int as rows from auth.audit where ctx = ${chain}`);
  await append(chain, 4 - Number(rows));
  const [row] = await own(chain, sql`select encode(hash, 'hex') as hash from auth.audit where ctx = ${chain} and position = 4`);
  whole.clock.now += (days + 1) * dayMs;
  await append(chain, 3);
  return { lastOld: String(row?.["hash"]) };
}

describe("the audit's retention", () => {
  it.each([
    ["a context's chain", ""],
    ["the deployment's own", "*"],
  ])(
    "removes what is too old of %s, which still verifies",
    async (_name, fixed) => {
      const chain = fixed || (await whole.context());
      const { lastOld } = await chainOf(chain);
      await sweep(chain);
      const lines = await exported(chain);
      const verdict = await verifyAudit(lines);
      expect(verdict).toMatchObject({ ok: true, chain, from: 5, to: 8, rows: 4, signedTo: 8, removed: { rows: 4 } });
      const before = Date.parse(verdict.removed?.before ?? "");
      expect(before % dayMs).toBe(0);
      expect(whole.clock.now - before).toBeLessThan((days + 1) * dayMs);
      expect(await verifyAudit(await exported(chain, 2))).toEqual(verdict);
      const listed = await whole.auth.listAudit(
        { contextId: chain, kind: "", principal: "", keyId: "", traceId: "", since: "", until: "", limit: 1 },
        management,
      );
      expect(listed.rows[0]?.entry).toMatchObject({ operation: "audit-retention", principal: "system", path: "audit/1-4" });
      // The same day nothing more is too old, and a sweep leaves no row.
      await sweep(chain);
      expect((await verifyAudit(await exported(chain))).to).toBe(8);

      const hash = lastOld;
      expect(await verifyAudit(lines, { expected: { position: 4, hash } })).toMatchObject({ ok: true });
      const other = { position: 4, hash: "0".repeat(64) };
      expect(await verifyAudit(lines, { expected: other })).toMatchObject({ ok: false, broken: { position: 4 } });
      const gone = await verifyAudit(lines, { expected: { position: 2, hash } });
      expect(gone).toMatchObject({ ok: false, broken: { position: 2, problem: expect.stringContaining("retention") } });
    },
    30_000,
  );

  it("goes on where it ended, and by a day's end only", async () => {
    const chain = await whole.context();
    await chainOf(chain);
    await sweep(chain);
    whole.clock.now += (days + 1) * dayMs;
    await sweep(chain);
    // Of the second cut nothing but its own row is left.
    const found = await verifyAudit(await exported(chain));
    expect(found).toMatchObject({ ok: true, from: 9, to: 9, removed: { rows: 8 } });
  }, 30_000);

  it("does not hide what anybody else removed or changed", async () => {
    const chain = await whole.context();
    await chainOf(chain);
    await sweep(chain);
    const lines = await exported(chain);
    const without = (fits: (line: string) => boolean) => verifyAudit(lines.filter((line) => !fits(line)));
    const row = (position: number) => (line: string) => line.startsWith(`{"type":"row","position":${position},`);
    expect(await without(row(5))).toMatchObject({ ok: false, broken: { position: 5 } });
    expect(await without((line) => row(5)(line) || row(6)(line))).toMatchObject({ ok: false, broken: { position: 5 } });
    const noCut = await without((line) => line.includes("loci-audit-retention-1"));
    expect(noCut).toMatchObject({ ok: false, broken: { position: 1, problem: expect.stringContaining("no retention") } });
    // A later time, or a plain checkpoint, is another text than was signed.
    const forged = lines.map((line) => line.replace("loci-audit-retention-1", "loci-audit-checkpoint-1"));
    expect(await verifyAudit(forged)).toMatchObject({ ok: false });
    await own(chain, sql`delete from auth.audit where ctx = ${chain} and position = 6`);
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: { position: 6 } });
  }, 30_000);

  it("does not take a checkpoint of the usual kind for a removal", async () => {
    const chain = await whole.context();
    await append(chain, 3);
    await sweep(chain);
    await append(chain, 2);
    await own(chain, sql`delete from auth.audit where ctx = ${chain} and position <= 3`);
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: {} });
  }, 30_000);

  it.each([
    ["changed", sql`update auth.audit set entry = replace(entry, '"command"', '"rest"')`, 2],
    ["removed", sql`delete from auth.audit`, 2],
  ])(
    "keeps all rows of a chain of which one was %s",
    async (_how, tamper, broken) => {
      const chain = await whole.context();
      await chainOf(chain);
      await own(chain, sql`${tamper} where ctx = ${chain} and position = 2`);
      await sweep(chain);
      expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: { position: broken } });
      const [first] = await own(chain, sql`select min(position)::int as position from auth.audit where ctx = ${chain}`);
      expect(first).toEqual({ position: 1 });
    },
    30_000,
  );
});

/** Auth over the same database, with these versions of its secret. */
function authWith(versions: ReadonlyMap<number, number>): Auth {
  const ring = secretRing(new Map([...versions].map(([version, fill]) => [version, new Uint8Array(32).fill(fill)])));
  const secrets = { pepper: ring, encryption: ring, audit: ring };
  const clock = () => ++whole.clock.now;
  const ids = idSource(clock, randomBytes);
  return createAuthService({ database: whole.database, secrets, clock, ids, random: randomBytes, auditRetentionDays: days });
}

/** Removes the first rows, and puts a checkpoint of retention there that a key of one's own signed. */
async function removeRows(chain: string, last: number): Promise<void> {
  const [row] = await own(
    chain,
    sql`select encode(hash, 'hex') as hash from auth.audit where ctx = ${chain} and position = ${last}`,
  );
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const [at, before] = [whole.clock.now, whole.clock.now - dayMs].map((time) => new Date(time).toISOString());
  const text = JSON.stringify(["loci-audit-retention-1", chain, last, row?.["hash"], at, before]);
  const key = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  for (const table of ["audit", "audit_checkpoints"])
    await own(chain, sql`delete from auth.${identifier(table)} where ctx = ${chain} and position <= ${last}`);
  await own(
    chain,
    sql`insert into auth.audit_checkpoints (ctx, position, hash, at, key_version, public_key, signature, removed_before)
      values (${chain}, ${last}, decode(${String(row?.["hash"])}, 'hex'), ${at}::timestamptz, 1, ${key}, ${sign(null, Buffer.from(text), privateKey)}, ${before}::timestamptz)`,
  );
}

describe("a checkpoint that another key signed", () => {
  it("removes no rows: the first of them is named as missing, whatever row is expected", async () => {
    const chain = await whole.context();
    await append(chain, 6);
    const { to: position, hash } = await verifyAudit(await exported(chain));
    await removeRows(chain, 3);
    const lines = await exported(chain);
    const broken = { position: 1, problem: expect.stringContaining("is missing, as are all up to 3") };
    expect(await verifyAudit(lines)).toMatchObject({ ok: false, broken });
    expect(await verifyAudit(lines, { expected: { position, hash } })).toMatchObject({ ok: false, broken });
    // Nor where the chain's end has no signature to compare it with.
    const isEnd = (line: string) => line.includes("loci-audit-checkpoint-1");
    expect(await verifyAudit(lines.filter((line) => !isEnd(line)))).toMatchObject({ ok: false, broken });
  }, 30_000);

  it("is not built upon: retention removes nothing behind it, so the chain stays as it was found", async () => {
    const chain = await whole.context();
    await append(chain, 6);
    await removeRows(chain, 3);
    whole.clock.now += (days + 1) * dayMs;
    await append(chain, 1);
    await sweep(chain);
    const [first] = await own(chain, sql`select min(position)::int as position from auth.audit where ctx = ${chain}`);
    expect(first).toEqual({ position: 4 });
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: { position: 1 } });
  }, 30_000);

  it("is named where nothing was removed too", async () => {
    const chain = await whole.context();
    await append(chain, 2);
    await sweep(chain);
    await append(chain, 2);
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: true });
    await own(chain, sql`update auth.audit_checkpoints set public_key = decode(repeat('00', 32), 'hex') where ctx = ${chain}`);
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: { position: 2 } });
  }, 30_000);

  it("is vouched for by the secret that signs now, where the deployment has the older one still", async () => {
    const chain = await whole.context();
    await chainOf(chain);
    await sweep(chain);
    const { publicKeys } = await verifyAudit(await exported(chain));
    const renewed = await exported(
      chain,
      0,
      authWith(
        new Map([
          [1, 7],
          [2, 8],
        ]),
      ),
    );
    const verdict = await verifyAudit(renewed);
    expect(verdict).toMatchObject({
      ok: true,
      from: 5,
      removed: { rows: 4 },
      publicKeys: [expect.stringMatching(/^[0-9a-f]{64}$/)],
    });
    expect(verdict.publicKeys).not.toEqual(publicKeys);

    const lost = await exported(chain, 0, authWith(new Map([[2, 8]])));
    expect(await verifyAudit(lost)).toMatchObject({ ok: false, broken: { position: 1 } });
    const known = { publicKeys: [...publicKeys, ...verdict.publicKeys] };
    expect(await verifyAudit(lost, known)).toMatchObject({ ok: true, removed: { rows: 4 } });
  }, 30_000);
});
