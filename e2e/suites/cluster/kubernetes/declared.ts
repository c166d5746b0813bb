/** A context, a principal in it and a key of that, as a team declares them; and what the operator hands out for them. */
import { untilHolds } from "@loci/e2e/parts/part-process";
import type { Installation } from "./installation.ts";

const verbs = ["memory:read", "memory:write", "memory:forget", "scope:read"];
const limitMs = 300_000;

export interface Handed {
  readonly url: string;
  readonly contextId: string;
  readonly apiKey: string;
  readonly mcp: { readonly url: string };
}

const resource = (kind: string, name: string, spec: object): object => ({
  apiVersion: "memory.loci.dev/v1alpha1",
  kind,
  metadata: { name },
  spec,
});

export const declared = (name: string): object[] => [
  resource("MemoryContext", name, { displayName: `Team ${name}`, scopes: ["/team/support"] }),
  resource("MemoryPrincipal", name, { contextRef: { name }, grants: verbs.map((verb) => ({ verb, region: "/" })) }),
  resource("MemoryKey", name, { principalRef: { name }, secretTemplate: { name: `${name}-key` } }),
];

/** Applies them and waits for the Secret. */
export async function declare(loci: Installation, name: string): Promise<Handed> {
  await loci.apply(...declared(name));
  let data: Readonly<Record<string, string>> = {};
  await untilHolds(`the Secret ${name}-key holds a key`, [], limitMs, async () => {
    const secret = await loci.get<{ data?: Readonly<Record<string, string>> }>("secret", `${name}-key`).catch(() => undefined);
    data = secret?.data ?? {};
    return data["apiKey"] !== undefined && (await isReady(loci, "memorykey", name));
  });
  const read = (key: string): string => Buffer.from(data[key] ?? "", "base64").toString("utf8");
  const { mcpServers } = JSON.parse(read("mcp.json")) as { mcpServers: { loci: { url: string } } };
  return { url: read("url"), contextId: read("contextId"), apiKey: read("apiKey"), mcp: mcpServers.loci };
}

async function isReady(loci: Installation, kind: string, name: string): Promise<boolean> {
  const { status } = await loci.get<{ status?: { conditions?: { type: string; status: string }[] } }>(kind, name);
  return status?.conditions?.find(({ type }) => type === "Ready")?.status === "True";
}
