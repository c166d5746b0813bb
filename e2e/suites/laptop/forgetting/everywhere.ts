import { library } from "@loci/e2e/parts/documents";
import type { Tenant } from "@loci/e2e/parts/tenants";

/** All that an administrator can be told of a context, as one text: what is forgotten must be in none of it. */
export async function everywhere(tenant: Tenant, asked: string): Promise<string> {
  const answers: unknown[] = [];
  const get = async <Body>(path: string): Promise<Body> => {
    const { status, body } = await tenant.get<Body>(path);
    answers.push(body);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    return body;
  };
  const post = async (path: string, body: object) => answers.push((await tenant.post<unknown>(path, body)).body);
  for (const mode of [undefined, "hybrid", "vector", "bm25", "graph"])
    await post("/query", { query: asked, mode, includeDuplicates: true, k: 50 });
  await post("/context", { query: asked, k: 50 });
  for (const mode of ["hybrid_graph", "vector"]) answers.push((await library(tenant).passages(asked, { mode, k: 50 })).results);
  await post("/documents/keywords/search", { query: asked, k: 50 });
  await post("/state", {});
  await post("/fsck", {});
  const { entities } = await get<{ entities: { entityType: string; name: string }[] }>("/entities?limit=500");
  for (const { entityType, name } of entities) await get(`/entities/${encodeURIComponent(entityType)}/${encodeURIComponent(name)}`);
  const { sessions } = await get<{ sessions: { id: string }[] }>("/sessions?limit=500");
  for (const { id } of sessions) await get(`/sessions/${id}/turns?limit=500`);
  const { documents } = await get<{ documents: { id: string }[] }>("/documents?pageSize=500");
  for (const { id } of documents) {
    for (const part of ["", "/raw", "/chunks", "/keywords"]) await get(`/documents/${id}${part}`);
  }
  for (const path of ["/profile", "/uncertainties?limit=500", "/documents/keywords?pageSize=500", "/merges", "/inspect", "/export"])
    await get(path);
  return JSON.stringify(answers);
}

/** What was asked and answered, which is kept for the audit. */
export async function traced(tenant: Tenant): Promise<string> {
  const listed = await tenant.get<{ traces: { id: string }[] }>("/traces?limit=500");
  const traces = await Promise.all(listed.body.traces.map(({ id }) => tenant.get<unknown>(`/traces/${id}`)));
  const audits = await Promise.all(
    ["decision", "retrieval", "response"].map((kind) => tenant.get<unknown>(`/audit?limit=500&kind=${kind}`)),
  );
  return JSON.stringify([...traces, ...audits].map(({ body }) => body));
}
