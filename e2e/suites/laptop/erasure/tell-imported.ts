import { library, textFile } from "@loci/e2e/parts/documents";
import { entityPath, succeeded } from "@loci/e2e/parts/memory";
import type { Operator, Tenant } from "@loci/e2e/parts/tenants";
import { capitalised, type Words } from "./words.ts";

/** Has words come by an import into an empty context: told in a context of their own, under the same scope, which is deleted once its export was taken. */
export async function tellImported(loci: Operator, tenant: Tenant, scope: string, words: Words): Promise<void> {
  const source = await loci.tenant(scope);
  const under = { scopes: scope };
  const name = (door: string) => capitalised(words.at(door));
  await source.remember(`Nora's employer is ${name("imported")}.`, under);
  await source.remember(`Always sign parcels with ${words.at("imported instruction")}.`, under);
  await source.post("/sessions", { ...under, metadata: { note: words.at("imported metadata") } });
  const aliased = { alias: name("imported alias"), reason: words.at("imported reason") };
  succeeded(await source.post(`${entityPath("Person/Nora")}/aliases`, aliased));
  const text = `# ${name("imported heading")}\n\nThe ${words.at("imported chunk")} hides in the attic.`;
  await library(source).keep(textFile(`${words.at("imported filename")}.md`, text), {
    title: words.at("imported title"),
    ...under,
  });
  const file = succeeded(await source.get<string>("/export"));
  const { status, body } = await tenant.send("POST", "/import", new Blob([file], { type: "application/x-ndjson" }));
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  await tenant.recall("Who is Nora's employer?");
  await tenant.post("/chat", { message: "Who is Nora's employer?" });
  const gone = await loci.send("DELETE", `/contexts/${source.contextId}`);
  if (gone.status !== 204) throw new Error(`${gone.status}: ${JSON.stringify(gone.body)}`);
}
