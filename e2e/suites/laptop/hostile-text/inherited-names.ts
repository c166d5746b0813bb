import { beforeAll, describe, expect, it } from "@jest/globals";
import { agent } from "./agent.ts";
import { payloadOf, requestsWith, variants } from "./requests.ts";
import type { HostileWorld } from "./world.ts";
import { memory } from "@loci/e2e/parts/memory";

/** What every object of JavaScript inherits: looked up in a table made of an object, each is found though nobody put it there. */
export const inheritedNames = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];

/** By the contract it always answers 501. */
const unimplemented = "grantScope";

export function inheritedNameScenarios(world: () => HostileWorld): void {
  describe.each(inheritedNames)("%s", (word) => {
    it("is a text like any other in every field of every route", async () => {
      const { url, document, managementKey } = world();
      const tenant = await world().tenant([word]);
      const at = { contextId: tenant.contextId, ctx: tenant.contextId };
      const requests = [...requestsWith(word, document, at)];
      // What takes the context away comes last.
      requests.sort((a, b) => Number(a.operationId === "deleteContext") - Number(b.operationId === "deleteContext"));
      const failures: string[] = [];
      for (const asked of requests) {
        const key = asked.path.startsWith(`/api/v1/${tenant.contextId}/`) ? tenant.key : managementKey;
        const payload = payloadOf(asked);
        const response = await fetch(url + asked.path, {
          method: asked.method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(typeof payload === "string" ? { "content-type": asked.mediaType } : {}),
            ...asked.headers,
          },
          ...(payload === undefined ? {} : { body: payload }),
        });
        const answer = await response.text();
        if (response.status >= 500 && asked.operationId !== unimplemented)
          failures.push(`${asked.place}: ${response.status} ${answer}`);
      }
      expect(failures).toEqual([]);
      expect(requests.length).toBeGreaterThan(400);
    });

    it("is a text like any other in every argument of every tool", async () => {
      const { url } = world();
      const { key } = await world().tenant([word]);
      const tools = await agent(url, key).tools();
      const failures: string[] = [];
      for (const { name, inputSchema } of tools) {
        for (const { field, value } of variants(inputSchema, word, () => ({}))) {
          const { status, text } = await agent(url, key).call(name, value);
          if (status >= 500 || /"status":5\d\d|"code":-32603/.test(text)) failures.push(`${name} (${field}): ${status} ${text}`);
        }
      }
      expect(failures).toEqual([]);
      expect(tools.length).toBeGreaterThan(5);
    });
  });

  describe("what is remembered under such names", () => {
    let contextId = "";
    let key = "";
    beforeAll(async () => {
      ({ contextId, key } = await world().tenant([]));
    });
    const context = () => memory(world().url, contextId, key);

    it.each(inheritedNames)("is found as a type, a name, a key and a value: %s", async (word) => {
      await context().state([[`${word}/${word}`, "built by", word]]);
      const { entity, attributes } = await context().entity(`${word}/${word}`);
      expect(entity).toMatchObject({ entityType: word, name: word });
      expect(attributes).toEqual([expect.objectContaining({ key: "built_by", value: word })]);
      await context().state([["Project/Crane", word, "yellow"]]);
      const crane = await context().entity("Project/Crane");
      expect(crane.attributes).toContainEqual(expect.objectContaining({ value: "yellow" }));
      const { hits } = await context().recall(word);
      expect(hits.some(({ text }) => text.includes(word))).toBe(true);
    });

    it.each(["constructor", "toString", "valueOf", "hasOwnProperty"])("is read out of a text: %s", async (word) => {
      const { extraction } = await context().remember(`My ${word} is called Mina. My ${word} Mina lives in Lisbon. I am ${word}.`);
      const { extraction: named } = await context().remember(
        `${word}'s husband works at ${word}. The ${word} of Falcon is ${word}.`,
      );
      expect(JSON.stringify([extraction, named])).not.toContain("native code");
    });

    it.each(inheritedNames)("stays in a session's metadata and in labels: %s", async (word) => {
      const metadata = Object.fromEntries([[word, word]]);
      const made = await context().post<{ id: string; metadata: object }>("/sessions", { metadata });
      expect(made.status).toBe(201);
      const { body } = await context().get<{ metadata: object }>(`/sessions/${made.body.id}`);
      expect(Object.entries(body.metadata)).toEqual([[word, word]]);
      if (word.startsWith("_")) return;
      await context().remember(`A heron stands in the ${word} pond.`, { labels: [`${word}=${word}`] });
      const { hits } = await context().recall("heron pond", { labels: [`${word}=${word}`] });
      expect(hits.map(({ labels }) => labels)).toContainEqual([`${word}=${word}`]);
    });

    it("has the class that a vocabulary gives it", async () => {
      const keys = { constructor: "multi", tostring: "stable" };
      expect((await context().send("PUT", "/vocabulary", { keys })).status).toBe(200);
      const { body } = await context().get<{ keys: object }>("/vocabulary");
      expect(body.keys).toMatchObject(keys);
    });
  });
}
