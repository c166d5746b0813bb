import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { serviceCall, type Call } from "@loci/platform/call";
import type { Grants } from "@loci/kernel";
import { grantsMessage } from "@loci/platform/messages";
import { openWhole, type Whole } from "../testing/whole.ts";
import { contextWithKey } from "./context-with-key.ts";
import { laterStartText } from "./welcome.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const management: Call = { ...serviceCall("", "", Number.MAX_SAFE_INTEGER), caller: { kind: "management" } };

it("the hint of a later start names a key that there is: of the configured context, and one that works", async () => {
  const { auth, clock } = whole;
  const ids = [await whole.context(), await whole.context()];
  const [first = "", second = ""] = ids;
  const parts = { clock: () => clock.now, ids: (kind: string) => `${kind}:x` };
  const found = (configured: string) => contextWithKey(auth, ids, configured, parts);
  expect(await contextWithKey(auth, [], "dev", parts)).toBeUndefined();
  const mint = (name: string) =>
    auth.mintPrincipalKey(
      { contextId: second, principalId: "admin", name, grants: null, ttlSeconds: 0, operation: null },
      management,
    );
  const revoke = async () => {
    const { keyName } = (await found(second)) ?? {};
    await auth.revokeContextKey({ contextId: second, principalId: "", name: keyName ?? "", operation: null }, management);
  };
  while ((await found(second))?.keyName !== undefined) await revoke();
  await mint("lost");
  await mint("laptop");
  await revoke();
  expect(await found(second)).toMatchObject({ id: second, keyName: "laptop" });
  expect((await found("elsewhere"))?.id).toBe(first);
});

it("the hint names no agent's key, nor a narrowed one: the admin's, or another administrator's, or how to mint one", async () => {
  const { auth, clock } = whole;
  const contextId = await whole.context();
  const parts = { clock: () => clock.now, ids: (kind: string) => `${kind}:x` };
  const hint = async () => {
    const found = await contextWithKey(auth, [contextId], contextId, parts);
    return laterStartText({ url: "http://localhost:9090", database: { kind: "pglite", folder: "/data" } }, [contextId], found);
  };
  const principal = (id: string, verbs: Grants) =>
    auth.createPrincipal(
      { contextId, id, displayName: id, kind: "agent", externalId: "", grants: grantsMessage(verbs), operation: null },
      management,
    );
  const mint = async (principalId: string, name: string, verbs?: Grants) => {
    clock.now += 1_000;
    const grants = verbs ? grantsMessage(verbs) : null;
    await auth.mintPrincipalKey({ contextId, principalId, name, grants, ttlSeconds: 0, operation: null }, management);
  };
  await principal("bot", { "memory:read": ["/"], "grant:manage": ["org"] });
  await principal("chief", { "grant:manage": ["/"] });
  await mint("bot", "admin");
  await mint("admin", "narrowed", { "memory:read": ["/"] });
  expect(await hint()).toContain(`npx loci-server keys mint ${contextId} admin admin-2`);
  await mint("chief", "chiefs");
  expect(await hint()).toContain(`npx loci-server keys rotate ${contextId} chiefs`);
  await mint("admin", "own");
  expect(await hint()).toContain(`npx loci-server keys rotate ${contextId} own`);
});
