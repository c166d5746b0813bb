import { describe, expect, it } from "@jest/globals";
import type { Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../main-job/world.ts";
import { answered, form, refused } from "./asking.ts";

const text = { text: "Mina lives in Lisbon." };
const other = { text: "Mina lives in Porto." };
const key = (value: string) => ({ "idempotency-key": value });

type Mutation = readonly [method: string, path: string, body: (memory: Tenant) => unknown];

/** Mutations that have a second effect, or fail, where they are not recognised. */
const mutations: readonly Mutation[] = [
  ["POST", "/facts", () => text],
  ["POST", "/facts/batch", () => ({ messages: [{ role: "user", content: "Mina lives in Lisbon." }] })],
  ["POST", "/sessions", () => ({ metadata: { a: 1 } })],
  ["POST", "/documents", () => form({ file: "# Herons\n\nHerons nest in trees.\n" })],
  ["POST", "/principals", () => ({ display_name: "Robot", kind: "agent" })],
  ["POST", "/keys", () => ({ name: "second" })],
  ["POST", "/keys/spare/rotate", () => undefined],
  ["POST", "/merges", () => ({ keep: "Person/Ana", merge: "Person/Anna", reason: "one passport" })],
  ["POST", "/entities/Person/Ana/aliases", () => ({ alias: "Annie" })],
  ["DELETE", "/entities/Person/Anna", () => undefined],
  ["DELETE", "/keys/spare", () => undefined],
];

/** Contract: Authentication, 5. */
export function idempotency(world: World): void {
  const house = async () => {
    const memory = await world().tenant("org/a");
    await memory.state([["Person/Ana", "residence", "Faro"]]);
    await memory.state([["Person/Anna", "employer", "Acme"]]);
    await memory.post("/keys", { name: "spare" });
    return memory;
  };

  describe("an Idempotency-Key", () => {
    it.each(mutations)("gives the stored answer to %s %s again", async (method, path, body) => {
      const memory = await house();
      const send = () => memory.send(method, path, body(memory), key("once"));
      const first = await send();
      expect(first.status).toBeLessThan(300);
      const second = await send();
      expect([second.status, second.body]).toEqual([first.status, first.body]);
    });

    it("has one effect however often it is sent", async () => {
      const memory = await house();
      for (let i = 0; i < 3; i++) answered(await memory.post("/facts", text, key("once")), 200);
      expect(answered(await memory.get("/sessions"), 200)).toMatchObject({ total: 1 });
    });

    it("is refused with another body, and another path", async () => {
      const memory = await house();
      answered(await memory.post("/facts", text, key("k")), 200);
      refused(await memory.post("/facts", other, key("k")), 409);
      answered(await memory.send("POST", "/documents", form({ file: "one" }), key("d")), 202);
      refused(await memory.send("POST", "/documents", form({ file: "two" }), key("d")), 409);
      answered(await memory.post("/sessions", {}, key("s")), 201);
      refused(await memory.post("/sessions", { metadata: { a: 1 } }, key("s")), 409);
    });

    it("is refused while its first request is under way", async () => {
      const memory = await house();
      const messages = Array.from({ length: 200 }, (_, i) => ({ role: "user", content: `Person${i} lives in Lisbon.` }));
      const send = () => memory.post("/facts/batch", { messages, extract: "per_message" }, key("twin"));
      const replies = await Promise.all([send(), send()]);
      replies.sort((a, b) => a.status - b.status);
      answered(replies[0], 200);
      refused(replies[1], 409);
    });

    it("is free again where the write failed", async () => {
      const memory = await house();
      refused(await memory.post("/facts", { ...text, scopes: "org/new" }, key("k")), 400, "/scopes");
      await memory.register("org/new");
      answered(await memory.post("/facts", { ...text, scopes: "org/new" }, key("k")), 200);
      refused(await memory.send("DELETE", "/sessions/session:nope", undefined, key("d")), 404);
      answered(await memory.post("/facts", text, key("d")), 200);
    });

    it("is each principal's own, and each context's", async () => {
      const memory = await house();
      const member = await memory.member({ "memory:write": ["org/a"] });
      const elsewhere = await world().tenant();
      const answers = await Promise.all(
        [memory, member, elsewhere].map((each) => each.post<{ turnId: string }>("/facts", text, key("same"))),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(answers.map(({ body }) => body.turnId)).size).toBe(3);
    });

    it("must be one value of visible characters", async () => {
      const memory = await house();
      for (const value of ["", "a b", "x".repeat(257)])
        refused(await memory.post("/facts", text, key(value)), 400, "/headers/idempotency-key");
      answered(await memory.post("/facts", text, key("x".repeat(256))), 200);
    });
  });
}
