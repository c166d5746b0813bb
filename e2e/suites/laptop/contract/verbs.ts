import { beforeAll, describe, it } from "@jest/globals";
import type { Tenant } from "@loci/e2e/parts/tenants";
import type { World } from "../main-job/world.ts";
import { form, refused } from "./asking.ts";
import { words } from "./shapes.ts";

type Verb = (typeof words.Verb)[number];
type Row = readonly [method: string, path: string, body?: unknown];

const query = { query: "heron" };
const change = { path: "org/a", verbs: ["memory:read"] };
const upload = () => form({ file: "x" });

/** For each verb the routes that are closed to a key without it (semantics: Verbs). A name in capitals is an id that is there. */
const routes: Readonly<Record<Verb, readonly Row[]>> = {
  "memory:read": [
    ["POST", "/query", query],
    ["POST", "/context", query],
    ["POST", "/chat", { message: "heron" }],
    ["POST", "/sessions/SESSION/chat", { message: "heron" }],
    ["GET", "/state"],
    ["POST", "/state", {}],
    ["GET", "/profile"],
    ["GET", "/entities"],
    ["GET", "/entities/Person/Mina"],
    ["GET", "/entities/Person/Mina/history/residence"],
    ["GET", "/entities/Person/Mina/aliases"],
    ["GET", "/merges"],
    ["GET", "/sessions"],
    ["GET", "/sessions/SESSION"],
    ["GET", "/sessions/SESSION/turns"],
    ["GET", "/sessions/SESSION/context"],
    ["POST", "/sessions/SESSION/context", query],
    ["GET", "/documents"],
    ["GET", "/documents/DOCUMENT"],
    ["GET", "/documents/DOCUMENT/raw"],
    ["GET", "/documents/DOCUMENT/chunks"],
    ["GET", "/documents/DOCUMENT/keywords"],
    ["POST", "/documents/query", query],
    ["GET", "/documents/keywords"],
    ["GET", "/documents/keywords/heron"],
    ["POST", "/documents/keywords/search", query],
    ["GET", "/uncertainties"],
    ["GET", "/uncertainties/UNCERTAINTY"],
    ["POST", "/reflect", query],
    ["GET", "/traces"],
    ["GET", "/traces/trace:x"],
    ["GET", "/audit"],
    ["GET", "/inspect"],
    ["GET", "/inspect?ref=entity:Person/Mina"],
    ["POST", "/fsck", {}],
    ["POST", "/consolidate", { dryRun: true }],
    ["POST", "/elaborate", { dryRun: true }],
  ],
  "memory:write": [
    ["POST", "/facts", { text: "x" }],
    ["POST", "/facts/batch", { messages: [{ role: "user", content: "x" }] }],
    ["POST", "/sessions", {}],
    ["POST", "/sessions/SESSION/turns", { role: "user", content: "x" }],
    ["POST", "/documents", upload],
    ["PUT", "/documents/DOCUMENT", upload],
    ["POST", "/documents/DOCUMENT/retry"],
    ["POST", "/documents/recompute-links"],
    ["POST", "/reflect", { ...query, persist: true }],
    ["POST", "/lifecycle/expire"],
    ["POST", "/lifecycle/decay"],
    ["POST", "/uncertainties/UNCERTAINTY/resolve", { value: "x", reason: "y" }],
    ["POST", "/uncertainties/UNCERTAINTY/assign", { owner: "admin" }],
    ["POST", "/entities/Person/Mina/correct", { key: "residence", value: "x", reason: "y" }],
    ["POST", "/entities/Person/Mina/aliases", { alias: "x" }],
    ["DELETE", "/entities/Person/Mina/aliases/x"],
    ["POST", "/merges", { keep: "Person/Mina", merge: "Person/Tom", reason: "x" }],
    ["POST", "/merges/merge:x/undo", {}],
  ],
  "memory:forget": [
    ["POST", "/forget", query],
    ["POST", "/forget", { ...query, dryRun: true }],
    ["DELETE", "/entities/Person/Mina"],
    ["DELETE", "/sessions/SESSION"],
    ["DELETE", "/documents/DOCUMENT"],
    ["POST", "/scopes/forget", { path: "org/a" }],
  ],
  "scope:read": [["GET", "/scopes"]],
  "scope:create": [["POST", "/scopes", { path: "org/new" }]],
  "scope:delete": [["DELETE", "/scopes?path=org%2Fa"]],
  "grant:manage": [
    ["GET", "/principals"],
    ["POST", "/principals", { display_name: "x", kind: "agent" }],
    ["POST", "/principals/PRINCIPAL/grants", change],
    ["DELETE", "/principals/PRINCIPAL/grants", change],
    ["POST", "/fsck", { repair: true }],
    ["PUT", "/vocabulary", { keys: {} }],
  ],
};

/** Contract: Grant verbs. A key of someone who holds every other verb over everything is refused. */
export function verbs(world: World): void {
  let tenant: Tenant;
  let ids: Readonly<Record<string, string>>;
  beforeAll(async () => {
    tenant = await world().tenant("org/a");
    const { sessionId } = await tenant.remember("Mina was born on 3 May 1990. Mina lives in Lisbon. Tom lives in Faro.");
    const { extraction } = await tenant.remember("Mina was born on 4 May 1990.");
    const document = await tenant.send<{ id: string }>("POST", "/documents", form({ file: "Herons nest." }));
    const { principalId } = await tenant.member({ "memory:read": ["org/a"] });
    ids = {
      PRINCIPAL: principalId,
      SESSION: sessionId,
      DOCUMENT: document.body.id,
      UNCERTAINTY: (extraction.uncertainties[0] as { id?: string } | undefined)?.id ?? "",
    };
  });

  describe.each(words.Verb)("without %s", (verb) => {
    const holder = (() => {
      let made: Promise<Awaited<ReturnType<Tenant["member"]>>> | undefined;
      const others = Object.fromEntries(words.Verb.filter((each) => each !== verb).map((each) => [each, ["/"]]));
      return () => (made ??= tenant.member(others));
    })();

    it.each(routes[verb].map(([method, path, body]) => ({ method, path, body })))(
      "$method $path is refused",
      async ({ method, path, body }) => {
        const real = path.replace(/[A-Z]{6,}/g, (name) => ids[name] ?? name);
        const given: unknown = typeof body === "function" ? (body as () => unknown)() : body;
        refused(await (await holder()).send(method, real, given), 403);
      },
    );
  });
}
