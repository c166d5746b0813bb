import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { verifyAudit } from "@loci/client";
import type { Call } from "@loci/platform/call";
import { auditEntry } from "@loci/platform/messages";
import { loci, openWhole, type Whole } from "./testing/whole.ts";

const dayMs = 86_400_000;
const days = 30;
const management: Call = { ...loci(""), caller: { kind: "management" } };

let whole: Whole;
beforeAll(async () => {
  whole = await openWhole({ auditRetentionDays: days });
}, 60_000);
afterAll(() => whole.close());

const own = (chain: string, text: string, values: readonly unknown[] = [chain]) => {
  const ask = (tx: Parameters<Parameters<Whole["database"]["inContext"]>[1]>[0]) => tx.query({ text, values });
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
async function exported(chain: string, pageSize = 0): Promise<string[]> {
  const lines: object[] = [];
  for (let after = 0; ;) {
    const page = await whole.auth.readAuditChain({ contextId: chain, after, limit: pageSize }, management);
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
  const [{ rows = 0 } = {}] = await own(chain, "select count(*)::int as rows from auth.audit where ctx = $1");
  await append(chain, 4 - Number(rows));
  const [row] = await own(chain, "select encode(hash, 'hex') as hash from auth.audit where ctx = $1 and position = 4");
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
    await own(chain, "delete from auth.audit where ctx = $1 and position = 6");
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: { position: 6 } });
  }, 30_000);

  it("does not take a checkpoint of the usual kind for a removal", async () => {
    const chain = await whole.context();
    await append(chain, 3);
    await sweep(chain);
    await append(chain, 2);
    await own(chain, "delete from auth.audit where ctx = $1 and position <= 3");
    expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: {} });
  }, 30_000);

  it.each([
    ["changed", "update auth.audit set entry = replace(entry, '\"command\"', '\"rest\"') where ctx = $1 and position = 2", 2],
    ["removed", "delete from auth.audit where ctx = $1 and position = 2", 2],
  ])(
    "keeps all rows of a chain of which one was %s",
    async (_how, tamper, broken) => {
      const chain = await whole.context();
      await chainOf(chain);
      await own(chain, tamper);
      await sweep(chain);
      expect(await verifyAudit(await exported(chain))).toMatchObject({ ok: false, broken: { position: broken } });
      const [first] = await own(chain, "select min(position)::int as position from auth.audit where ctx = $1");
      expect(first).toEqual({ position: 1 });
    },
    30_000,
  );
});
