import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { serviceCall, type Call } from "@loci/platform/call";
import { openWhole, type Whole } from "../testing/whole.ts";
import { contextWithKey } from "./context-with-key.ts";

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
  expect(await found(second)).toEqual({ id: second, keyName: "laptop" });
  expect((await found("elsewhere"))?.id).toBe(first);
});
