import { expect } from "@jest/globals";
import type { BatchAnswer, FactsAnswer, QueryAnswer, Reply } from "@loci/e2e/parts/memory";
import type { Member, Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../../main-job/world.ts";
import { answered, form, refused } from "../asking.ts";
import { words } from "../shapes.ts";
import { statements } from "./statements.ts";

interface Given {
  readonly memory: Tenant;
  readonly ofA: Member;
  readonly both: Member;
}

const scopesOf = ({ body }: Reply<unknown>) => (body as { scopes: string[][] }).scopes;
const texts = async (of: Pick<Tenant, "recall">, query: string, fields: object = {}) =>
  (await of.recall(query, { mode: "bm25", includeDuplicates: true, k: 50, ...fields })).hits.map(({ text }) => text).join("\n");

/** Contract: Scope paths and selectors; Grant verbs; Principals and keys. */
export function scopesAndGrants(world: World): void {
  const make = async (): Promise<Given> => {
    const memory = await world().tenant("org/a", "org/b", "org/a/team/x/user/mina");
    const write = (text: string, scopes: unknown) => memory.remember(text, { scopes, infer: "none" });
    await write("The walrus of a sleeps.", "org/a");
    await write("The walrus of b sleeps.", "org/b");
    await write("The walrus of either sleeps.", ["org/a", "org/b"]);
    await write("The walrus of both sleeps.", [["org/a", "org/b"]]);
    await write("The walrus of mina sleeps.", "org/a/team/x/user/mina");
    return {
      memory,
      ofA: await memory.member({ "memory:read": ["org/a"], "memory:write": ["org/a"], "scope:read": ["/"] }),
      both: await memory.member({ "memory:read": ["org/a", "org/b"] }),
    };
  };

  statements<Given>("the contract's sentences on scopes, grants and keys", make, [
    [
      "a scope path may have any depth",
      async ({ memory }) => {
        const path = Array.from({ length: 16 }, (_, i) => `kind${i}/id${i}`).join("/");
        answered(await memory.post("/scopes", { path }), 201, "ScopeNode");
        answered(await memory.post("/facts", { text: "Deep down.", infer: "none", scopes: path }), 200);
      },
    ],
    [
      "what is written with [a, b] belongs to a or b: who has one of them sees it",
      async ({ ofA }) => expect(await texts(ofA, "walrus sleeps")).toMatch(/of either/),
    ],
    [
      "what is written with [[a, b]] belongs to both: who has one of them does not see it",
      async ({ ofA, both }) => {
        expect(await texts(ofA, "walrus sleeps")).not.toMatch(/of both/);
        expect(await texts(both, "walrus sleeps")).toMatch(/of both/);
      },
    ],
    [
      "a session, a batch, a turn and an upload carry their selector in scopes, or by its older name scope",
      async ({ memory }) => {
        for (const name of ["scopes", "scope"]) {
          for (const selector of ["org/a", ["org/a"], [["org/a/"]]]) {
            const session = await memory.post<{ id: string }>("/sessions", { [name]: selector });
            expect(scopesOf(await memory.get(`/sessions/${session.body.id}`))).toEqual([["org/a"]]);
          }
          const messages = [{ role: "user", content: `A batch by ${name}.` }];
          const batch = answered<BatchAnswer>(
            await memory.post("/facts/batch", { messages, infer: "none", [name]: ["org/b"] }),
            200,
          );
          expect(scopesOf(await memory.get(`/sessions/${batch.sessionId}`))).toEqual([["org/b"]]);
          const upload = await memory.send<{ id: string }>(
            "POST",
            "/documents",
            form({ file: `Of ${name}.`, filename: `${name}.txt`, mimeType: "text/plain", metadata: { [name]: [["org/b"]] } }),
          );
          expect(scopesOf(await memory.get(`/documents/${upload.body.id}`))).toEqual([["org/b"]]);
        }
      },
    ],
    [
      "a lens filters by involvement: what holds above or below it takes part, what stands beside it does not",
      async ({ memory }) => {
        const seen = await texts(memory, "walrus sleeps", { lens: "org/a/team/x/user/mina" });
        expect(seen).toMatch(/of mina/);
        expect(seen).toMatch(/of a sleeps/);
        expect(seen).not.toMatch(/of b sleeps/);
        expect(await texts(memory, "walrus sleeps", { lens: "org" })).toMatch(/of mina[^]*of b|of b[^]*of mina/);
      },
    ],
    [
      "a lens is clamped to the grant: a wider one shows no more, one outside is refused",
      async ({ ofA }) => {
        for (const lens of ["/", "org", ["org/a", "org/b"]]) {
          expect(await texts(ofA, "walrus sleeps", { lens })).not.toMatch(/of b sleeps/);
          expect(await texts(ofA, "walrus sleeps", { lens })).toMatch(/of a sleeps/);
        }
        for (const path of ["/query", "/context"]) refused(await ofA.post(path, { query: "walrus", lens: "org/b" }), 403);
      },
    ],
    [
      "labels filter within the region and never widen it",
      async ({ memory, ofA }) => {
        await memory.remember("The marked walrus of b.", { infer: "none", scopes: "org/b", labels: ["mark=yes"] });
        await memory.remember("The marked walrus of a.", { infer: "none", scopes: "org/a", labels: ["mark=yes"] });
        const seen = await texts(ofA, "walrus", { labels: ["mark=yes"] });
        expect(seen).toBe("The marked walrus of a.");
      },
    ],
    [
      "answers have camelCase names, whatever spelling was asked in",
      async ({ memory }) => {
        const { sessionId } = answered<FactsAnswer>(
          await memory.post("/facts", { text: "Olga lives in Faro.", observed_at: "2024-01-01T00:00:00Z", scopes: "org/a" }),
          200,
        );
        const replies = [
          await memory.post("/query", { query: "Where does Olga live?", include_duplicates: true, scope_view: "strict" }),
          await memory.post("/chat", { message: "Where does Olga live?", session_id: sessionId }),
          await memory.post("/facts/batch", { messages: [{ role: "user", content: "x" }], session_id: sessionId }),
          ...(await Promise.all(
            [
              "/me",
              "/keys",
              "/scopes",
              "/principals",
              "/state",
              "/traces",
              "/traces/stats",
              "/audit",
              "/documents",
              "/sessions",
            ].map((path) => memory.get(path)),
          )),
          await memory.get("/entities/Person/Olga"),
        ];
        const free = new Set(["grants", "effectiveGrants", "tokenGrants", "metadata"]);
        const names = (value: unknown): string[] =>
          typeof value !== "object" || value === null
            ? []
            : Object.entries(value).flatMap(([name, inner]) => [
                ...(Array.isArray(value) ? [] : [name]),
                ...(free.has(name) ? [] : names(inner)),
              ]);
        for (const { status, body } of replies) {
          expect(status).toBeLessThan(300);
          expect(names(body).filter((name) => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
        }
      },
    ],
    [
      "scope:read lists names of scopes and shows no data",
      async ({ memory }) => {
        const namer = await memory.member({ "scope:read": ["org/a"] });
        const paths = answered<{ path: string }[]>(await namer.get("/scopes"), 200).map(({ path }) => path);
        expect(paths).toContain("org/a/team/x/user/mina");
        expect(paths).not.toContain("org/b");
        for (const path of ["/entities", "/state", "/documents", "/sessions"]) refused(await namer.get(path), 403);
        refused(await namer.post("/query", { query: "walrus" }), 403);
      },
    ],
    [
      "grant:manage gives and takes grants, lists keys and aggregates the context, and reads no memory",
      async ({ memory }) => {
        const manager = await memory.member({ "grant:manage": ["/"] });
        const robot = await memory.member({});
        const change = { path: "org/a", verbs: ["grant:manage"] };
        answered(await manager.post(`/principals/${robot.principalId}/grants`, change), 200, "Principal");
        answered(await manager.send("DELETE", `/principals/${robot.principalId}/grants`, change), 200, "Principal");
        expect(answered<unknown[]>(await manager.get("/keys"), 200, "KeyDetail[]").length).toBeGreaterThan(2);
        const stats = answered<{ totalQueries: number }>(await manager.get("/traces/stats"), 200, "TraceStatsResponse");
        expect(stats.totalQueries).toBeGreaterThan(0);
        refused(await manager.post("/query", { query: "walrus" }), 403);
      },
    ],
    [
      "every verb is a noun and a verb; a flat name is refused wherever grants are given",
      async ({ memory }) => {
        for (const flat of ["read", "write", "forget", "manage", "memory"]) {
          refused(await memory.post("/keys", { grants: { [flat]: ["/"] } }), 400, `/grants/${flat}`);
          refused(await memory.post("/principals/x/grants", { path: "org/a", verbs: [flat] }), 400, "/verbs/0");
        }
        expect(words.Verb.every((verb) => /^[a-z]+:[a-z]+$/.test(verb))).toBe(true);
      },
    ],
    [
      "a principal's grants come back as they were given, each verb bound to its region",
      async ({ memory }) => {
        const grants = { "memory:read": ["org/a", "org/b"], "memory:write": ["org/a/team"], "scope:read": ["/"] };
        const made = await memory.post<{ id: string; kind: string }>("/principals", {
          displayName: "Bound",
          kind: "agent",
          grants,
        });
        expect(answered(made, 201, "Principal")).toMatchObject({ kind: "agent", displayName: "Bound", grants });
      },
    ],
    [
      "a key narrows its principal: it has what both have, also where the principal's grants shrink later",
      async ({ memory }) => {
        const member = await memory.member(
          { "memory:read": ["org/a", "org/b"] },
          { keyGrants: { "memory:read": ["org/a/team", "org/b"] } },
        );
        await memory.send("DELETE", `/principals/${member.principalId}/grants`, { path: "org/b", verbs: ["memory:read"] });
        expect(answered(await member.get("/me"), 200, "Whoami")).toMatchObject({
          effectiveGrants: { "memory:read": ["org/a/team"] },
        });
      },
    ],
    [
      "no key is made that belongs to no principal, and none takes a scope in its body",
      async ({ memory }) => {
        for (const field of ["scope", "scopes", "path", "verbs"])
          refused(await memory.post("/keys", { [field]: "org/a" }), 400, `/${field}`);
        const path = `/contexts/${memory.contextId}/keys`;
        expect([404, 405]).toContain((await world().post(path, { name: "loose" })).status);
        expect([404, 405]).toContain((await world().post(`${path}/loose`, {})).status);
      },
    ],
    [
      "a secret is shown when it is made and when it is turned, and never again",
      async ({ memory }) => {
        const made = answered<{ key: string }>(await memory.post("/keys", { name: "shown-once" }), 201, "MintedKey");
        const turned = answered<{ key: string }>(await memory.post("/keys/shown-once/rotate", undefined), 200, "MintedKey");
        const pages = await Promise.all(["/keys", "/me", "/audit?limit=500", "/traces"].map((path) => memory.get(path)));
        for (const { key } of [made, turned]) expect(JSON.stringify(pages.map(({ body }) => body))).not.toContain(key);
      },
    ],
    [
      "sharing across principals is always 501: with any body, with none, and whatever the key may do",
      async ({ memory, ofA }) => {
        for (const caller of [memory, ofA, await memory.member({})]) {
          for (const body of [undefined, {}, null, { nonsense: true }, { subject: 7 }])
            refused(await caller.post("/scope-grants", body), 501);
        }
      },
    ],
    [
      "a query finds nothing that the region does not hold, in any mode",
      async ({ ofA }) => {
        for (const mode of ["hybrid", "vector", "bm25", "graph"]) {
          const { hits } = answered<QueryAnswer>(await ofA.post("/query", { query: "walrus of b", mode, k: 50 }), 200);
          expect(hits.filter(({ text }) => text.includes("of b "))).toEqual([]);
        }
      },
    ],
  ]);
}
