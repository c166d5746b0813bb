import { afterAll, afterEach, describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import type { ExtractionRequest, LanguageModel } from "@loci/ports/language-model";
import { languageModelContract } from "@loci/ports/language-model/contract";
import { openTextReader, type TextReader, type TextReaderOptions } from "./index.ts";

const ignored = () => undefined;

languageModelContract("the built-in model in its process", async () => {
  const reader = openTextReader();
  return {
    model: reader.modelFor("acme"),
    willRead: ignored,
    willSay: ignored,
    willImply: ignored,
    willObserve: ignored,
    willSuppose: ignored,
    willAsk: ignored,
    close: () => reader.close(),
  };
});

const asking = (content: string): ExtractionRequest => ({
  turns: [{ role: "user", speaker: "Ana", content, knownAt: "2024-05-01T10:00:00.000Z" }],
});
const known = "Ana: I live in Lisbon.";
/** Rules that read what they are told to do: go on for ever, take memory for ever, or nothing. */
const unruly = new URL("./testing/unruly.ts", import.meta.url);

describe("the reader of texts", () => {
  const open: TextReader[] = [];
  let ends = 0;
  function reading(options: TextReaderOptions = {}): TextReader {
    ends = 0;
    const reader = openTextReader({ rules: unruly, onEnded: () => void ends++, ...options });
    open.push(reader);
    return reader;
  }
  afterEach(async () => {
    for (const reader of open.splice(0)) await reader.close();
  });
  afterAll(() => expect(open).toEqual([]));
  const read = (model: LanguageModel, content: string, signal?: AbortSignal) => model.extract(asking(content), signal);

  it("answers an address of very many parts, and reads on", async () => {
    const reader = openTextReader();
    open.push(reader);
    const attack = `See //${"111.".repeat(30)} for more.`;
    const outcome = await read(reader.modelFor("mallory"), attack).then(
      () => "read",
      (error: unknown) => LociError.from(error).code,
    );
    expect(["read", "too_large"]).toContain(outcome);
    expect((await read(reader.modelFor("acme"), known)).facts[0]).toMatchObject({ value: "Lisbon" });
  });

  it("ends a text that never ends, and reads the others that were with it", async () => {
    const reader = reading({ stepMs: 300 });
    const outcomes = await Promise.allSettled(
      ["short", "forever", "short", "short"].map((content) => read(reader.modelFor("acme"), content)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(outcomes[1]).toMatchObject({ reason: { code: "too_large" } });
    // With the others once, and alone at most once more.
    expect(ends).toBeLessThanOrEqual(2);
  });

  it("ends a text that takes more memory than it may", async () => {
    const reader = reading({ memoryMiB: 64 });
    await expect(read(reader.modelFor("acme"), "memory")).rejects.toMatchObject({ code: "too_large" });
    await expect(read(reader.modelFor("acme"), "short")).resolves.toMatchObject({ facts: [] });
  });

  it("holds no short text up behind a long one, and ends one that takes too long in small steps", async () => {
    const reader = reading({ textMs: 1_500 });
    const long = read(reader.modelFor("acme"), "steps forever");
    await expect(read(reader.modelFor("acme"), "short")).resolves.toMatchObject({ facts: [] });
    await expect(long).rejects.toMatchObject({ code: "too_large" });
    // It gave the text up when it was told to: no process was ended.
    expect(ends).toBe(0);
  });

  it("gives every customer a turn: who asks for a hundred texts keeps nobody waiting for all of them", async () => {
    const reader = reading();
    const order: string[] = [];
    const ask = (customer: string) => read(reader.modelFor(customer), "short").then(() => order.push(customer));
    await Promise.all([...Array.from({ length: 100 }, () => ask("many")), ask("one")]);
    expect(order.indexOf("one")).toBeLessThan(20);
  });

  it("refuses what is more than it can keep waiting", async () => {
    const reader = reading();
    const outcomes = await Promise.allSettled(Array.from({ length: 300 }, () => read(reader.modelFor("many"), "short")));
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { code: "unavailable", retryAfterSeconds: 5 } });
  });

  it("starts another process after one was killed", async () => {
    const reader = reading();
    await read(reader.modelFor("acme"), "short");
    process.kill(reader.pid ?? 0, "SIGKILL");
    await expect(read(reader.modelFor("acme"), "short").catch(() => read(reader.modelFor("acme"), "short"))).resolves.toBeDefined();
    expect(ends).toBe(1);
  });

  it("gives up what nobody waits for, and ends a process that does not", async () => {
    const reader = reading({ stepMs: 600_000, graceMs: 200 });
    await read(reader.modelFor("acme"), "short");
    const abort = new AbortController();
    const gone = read(reader.modelFor("acme"), "forever", abort.signal);
    abort.abort();
    await expect(gone).rejects.toMatchObject({ code: "cancelled" });
    await expect(read(reader.modelFor("acme"), "short")).resolves.toBeDefined();
  });

  it("says that it cannot start where it cannot, and tries again later", async () => {
    const reader = reading({ rules: new URL("./testing/none.ts", import.meta.url) });
    await expect(read(reader.modelFor("acme"), "short")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("is given its modules without types, as taking them away would cost it memory", async () => {
    const reader = reading();
    const { facts } = await read(reader.modelFor("acme"), "loaded");
    expect(facts.map(({ value }) => value)).toEqual([""]);
    await reader.close();
  });

  it("has neither environment nor files to write, and ends with the server", async () => {
    const reader = reading();
    const { facts } = await read(reader.modelFor("acme"), "powers");
    expect(facts[0]?.value).toBe("environment of 0, ERR_ACCESS_DENIED, ERR_ACCESS_DENIED");
    const pid = reader.pid ?? 0;
    await reader.close();
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
    await expect(read(reader.modelFor("acme"), "short")).rejects.toMatchObject({ code: "unavailable" });
  });
});
