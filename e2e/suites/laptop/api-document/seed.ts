import { library, textFile } from "@loci/e2e/parts/documents";
import { memory, succeeded } from "@loci/e2e/parts/memory";
import { operator } from "@loci/e2e/parts/tenants";

/** Values of path and query parameters, by the parameter's name. */
export type Values = Readonly<Record<string, string>>;

export interface Seeded {
  readonly contextId: string;
  readonly contextKey: string;
  /** What there is: requests for it reach what is behind a 404. */
  readonly there: Values;
  /** The same for requests that take something away. */
  readonly doomed: Values;
}

const everything = {
  "memory:read": ["/"],
  "memory:write": ["/"],
  "memory:forget": ["/"],
  "scope:read": ["/"],
  "scope:create": ["/"],
  "scope:delete": ["/"],
  "grant:manage": ["/"],
};

/** Fills a context with something of each kind, and another one for requests of the control plane. */
export async function seed(url: string, managementKey: string): Promise<Seeded> {
  const management = operator(url, managementKey);
  const tenant = await management.tenant("team/support", "team/other");
  const context = memory(url, tenant.contextId, tenant.key);
  const made = async (path: string, body: unknown) => succeeded(await context.post<{ id: string }>(path, body));
  const document = async (title: string) => {
    const file = textFile("herons.md", `# ${title}\n\nThe grey heron eats fish.`);
    return succeeded(await library(context).upload(file, { title })).id;
  };

  const { sessionId } = await context.remember("Mina lives in Lisbon.", { scopes: [["team/support"]] });
  await context.state([
    ["Person/Mina", "residence", "Porto"],
    ["Person/Mina", "employer", "-> Company/Acme"],
    ["Person/Ana", "residence", "Faro"],
    ["Person/Anna", "hobby", "chess"],
    ["Person/Doomed", "hobby", "go"],
  ]);
  await context.post("/entities/Person/Mina/aliases", { alias: "Minnie" });
  await context.post("/entities/Person/Mina/aliases", { alias: "Doomed" });
  const merge = await made("/merges", { keep: "Person/Ana", merge: "Person/Anna", reason: "They are one person." });
  const { trace } = await context.recall("Where does Mina live?");
  const spare = "spare";
  for (const id of [spare, "doomed"]) await management.post("/contexts", { id });
  for (const at of [tenant.contextId, spare]) {
    for (const id of ["helper", "doomed"]) {
      const principal = { id, displayName: id, kind: "agent", grants: id === "helper" ? everything : {} };
      succeeded(await management.post(`/contexts/${at}/principals`, principal));
    }
    for (const name of ["spare", "doomed"]) {
      succeeded(await management.post(`/contexts/${at}/principals/helper/keys/${name}`, {}));
    }
  }
  return {
    contextId: tenant.contextId,
    contextKey: tenant.key,
    there: {
      ...{ ctx: spare, principalId: "helper", name: "spare" },
      ...{ entityType: "Person", entityName: "Mina", key: "residence", alias: "Minnie", mergeId: merge.id },
      ...{ sessionId, documentId: await document("Herons"), normalised: "heron", traceId: trace.traceId },
    },
    doomed: {
      ...{ ctx: "doomed", principalId: "doomed", name: "doomed", entityName: "Doomed", alias: "Doomed" },
      ...{ sessionId: (await made("/sessions", {})).id, documentId: await document("Bitterns") },
    },
  };
}
