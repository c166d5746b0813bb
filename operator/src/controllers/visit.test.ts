import { describe, expect, it } from "@jest/globals";
import { createCluster } from "../apply/cluster.ts";
import { apiVersion } from "../api/names.ts";
import type { Condition } from "../api/words.ts";
import { conditionsOf } from "../desired/conditions.ts";
import type { KubeClient, KubeRequest } from "../runtime/kube-client.ts";
import { KubeError, TerminalError } from "../runtime/kube-error.ts";
import type { KubeObject } from "../runtime/kube-object.ts";
import { visit, type Visit } from "./visit.ts";

type Thing = KubeObject<unknown, { readonly conditions?: readonly Condition[] }>;
const metadata = { namespace: "a", name: "bot", uid: "u", resourceVersion: "1", generation: 2 };
const thing: Thing = { apiVersion, kind: "MemoryKey", metadata, spec: {} };

/** One visit whose steps end like this; the cluster takes the status, or answers it with an error. */
async function visited(step: () => ReturnType<Visit<Thing>["step"]>, refusesStatus?: KubeError) {
  const written: unknown[] = [];
  const client: KubeClient = {
    async request<T>({ body }: KubeRequest): Promise<T> {
      if (refusesStatus !== undefined) throw refusesStatus;
      written.push((body as Thing).status?.conditions);
      return thing as T;
    },
    watch: () => {
      throw new Error("a visit watches nothing");
    },
    close: () => undefined,
  };
  const told: string[] = [];
  const record = async (_about: KubeObject, type: string, reason: string) => void told.push(`${type} ${reason}`);
  const common = { clock: () => 0, random: () => 0, pollMs: 1_000, checkpoint: () => undefined };
  const ended = visit({ cluster: createCluster(client), record, ...common }, thing, {
    step,
    status: (_resource, found) => ({ conditions: conditionsOf(undefined, found, { generation: 2, now: 0 }) }),
    conditions: ["Ready"],
    signal: new AbortController().signal,
  });
  const error: unknown = await ended.then(() => undefined).catch((reason: unknown) => reason);
  return { error, written, told };
}
const failing = (thrown: Error, refusesStatus?: KubeError) => visited(() => Promise.reject(thrown), refusesStatus);

describe("a visit in which the cluster refuses something", () => {
  it.each([400, 403, 422])("for good (%d) says so in the status, and is tried again", async (status) => {
    const refused = new KubeError(status, "Refused", `no, and for a long reason: ${"x".repeat(5_000)}`);
    const { error, written, told } = await failing(refused);
    expect(error).toBe(refused);
    expect(written).toEqual([
      [expect.objectContaining({ type: "Ready", status: "False", reason: "ClusterRefuses", observedGeneration: 2 })],
    ]);
    const [[{ message } = { message: "" }] = []] = written as Condition[][];
    expect([message.startsWith("Kubernetes refuses it: no, and"), message.length]).toEqual([true, 1_024]);
    expect(told).toEqual(["Warning ClusterRefuses"]);
  });

  it("and the status as well ends in what it refused first", async () => {
    const refused = new KubeError(422, "Invalid", "not this Secret");
    const { error, told } = await failing(refused, new KubeError(403, "Forbidden", "not this status"));
    expect([error, told]).toEqual([refused, []]);
  });

  it.each([0, 404, 409, 500])("for a moment (%d) says nothing of it", async (status) => {
    const refused = new KubeError(status, "Passing", "later");
    expect(await failing(refused)).toEqual({ error: refused, written: [], told: [] });
  });
});

it("a visit that comes to no end says so in the status, and is tried again", async () => {
  const { error, written, told } = await visited(() => Promise.resolve({ done: "thing.change", resource: thing }));
  const message = "After 400 steps something is still left to do; the last one was thing.change.";
  expect(error).toMatchObject({ message });
  expect(error).not.toBeInstanceOf(TerminalError);
  expect(written).toEqual([[expect.objectContaining({ type: "Ready", status: "False", reason: "NotSettling", message })]]);
  expect(told).toEqual(["Warning NotSettling"]);
});
