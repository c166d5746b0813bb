import { library, textFile } from "@loci/e2e/parts/documents";
import { entityPath, succeeded, type FactsAnswer } from "@loci/e2e/parts/memory";
import type { Tenant } from "@loci/e2e/parts/tenants";
import { chat } from "../chat/builtin.ts";
import { capitalised, type Words } from "./words.ts";

/** Tells a word of its own through every door that takes text, all of it under one scope. */
export async function tellEverything(tenant: Tenant, scope: string, words: Words): Promise<void> {
  const under = { scopes: scope };
  const name = (door: string) => capitalised(words.at(door));
  const post = async <Body>(path: string, body: object, headers: Record<string, string> = {}): Promise<Body> =>
    succeeded(await tenant.post<Body>(path, body, headers));
  const once = (key: string) => ({ "idempotency-key": key });

  // Asked before it is known: its trace has no hit.
  await tenant.recall(`Who has heard of ${name("full")}?`);
  await post("/context", { query: `Who has heard of ${name("full")}?` });
  await post(
    "/facts",
    { text: `Mina's employer is ${name("full")}.`, ...under, labels: [`topic=${words.at("label")}`] },
    once("full"),
  );
  await tenant.remember(`The safe opens with ${words.at("none")}.`, { ...under, infer: "none" });
  await tenant.remember(`Always sign letters with ${words.at("instruction")}.`, under);
  await tenant.remember(`Tell nobody about ${words.at("async")}.`, under);
  await tenant.post("/facts", { text: `Later about ${words.at("deferred")}.`, ...under }, { prefer: "respond-async" });
  await tenant.converse(
    [
      ["user", `My dog is called ${name("batch")}.`],
      ["assistant", `What a name, ${words.at("assistant")}.`],
    ],
    under,
  );
  await tenant.state(
    [
      [`Person/${name("subject")}`, "nickname", words.at("value")],
      [`Person/${name("subject")}`, "friend", `-> Person/${name("object")}`],
    ],
    under,
  );

  const session = await post<{ id: string }>("/sessions", { ...under, metadata: { note: words.at("metadata") } }, once("session"));
  await post(`/sessions/${session.id}/turns`, { role: "user", content: `I keep ${words.at("turn")} in the shed.` }, once("turn"));
  await tenant.remember(`In a session: ${words.at("in session")}.`, { sessionId: session.id });

  const disputed = (value: string) => tenant.state([["Team/Herons", "birth_year", value]], under);
  await disputed("1815");
  await disputed("1816");
  const { uncertainties } = succeeded(
    await tenant.get<{ uncertainties: { id: string; candidates: { id: string }[] }[] }>("/uncertainties"),
  );
  const open = uncertainties[0];
  if (open === undefined) throw new Error("nothing is disputed");
  await post(
    `/uncertainties/${open.id}/resolve`,
    { value: "1815", reason: `because of ${words.at("resolution")}` },
    once("resolve"),
  );
  await tenant.state([["Person/Otto", "residence", "Rome"]], under);
  const otto = entityPath("Person/Otto");
  await post(`${otto}/correct`, { key: "residence", value: name("corrected"), reason: words.at("correction") }, once("correct"));
  await post(`${otto}/aliases`, { alias: name("alias"), reason: words.at("why alias") }, once("alias"));
  await tenant.state([["Person/Ottokar", "residence", "Rome"]], under);
  const merge = await post<{ id: string }>("/merges", { keep: "Person/Otto", merge: "Person/Ottokar", reason: words.at("merge") });
  await post(`/merges/${merge.id}/undo`, { reason: words.at("unmerge") });
  await tenant.remember(`Bo lives in ${name("hidden")}.`, under);
  await post("/forget", { query: `Bo lives in ${words.at("hidden")}` });

  const { keep, replace, settled, passages } = library(tenant);
  const text = (door: string) =>
    `# ${name("heading")}\n\nThe ${words.at(door)} hides in the cellar. Eva Lind works for ${name("fact of a file")}.`;
  const metadata = {
    title: name("title"),
    source: `https://example.org/${words.at("source")}`,
    labels: [`of=${words.at("file label")}`],
    ...under,
  };
  const { id } = await keep(textFile(`${words.at("filename")}.md`, text("chunk")), metadata);
  await replace(id, textFile(`${words.at("filename")}.md`, text("second version")), metadata);
  await settled(id);
  await passages(`What hides in the cellar, ${words.at("second version")}?`);
  await post("/documents/keywords/search", { query: words.at("second version") });

  await tenant.recall(`Who is ${name("subject")}?`);
  await tenant.recall("Who is Mina's employer?");
  await tenant.recall("What is the nickname?", { mode: "hybrid" });
  await chat(tenant, `Who is Mina's employer, ${name("full")}?`, under);
  await chat(tenant, `I told nobody of ${words.at("chat")}.`, { sessionId: session.id });
  await post("/reflect", { query: `What hides in the cellar?`, persist: true }, once("reflect"));
  await post("/consolidate", { dryRun: false });
  await post("/elaborate", { dryRun: false, sweep: true, budget: 20 });
  succeeded(await tenant.get("/export"));
  const deferred = succeeded(
    await tenant.post<FactsAnswer>("/facts", { text: `Again ${words.at("repeated")}.`, ...under }, once("twice")),
  );
  if (deferred.turnId === "") throw new Error("nothing was stored");
}
