/**
 * LangGraph's long-term memory in Loci: what one conversation learns, another knows.
 *
 *     SERVICE_API_KEY=… node examples/langgraph/store.ts
 *
 * A graph takes the store as it takes any other, `builder.compile({ store })`, and its nodes read and write through it as below.
 */
import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { Loci } from "@loci/client";
import { LociStore } from "@loci/client/langgraph";

/** What a node does that has heard something worth keeping. */
async function learn(store: BaseStore, user: string): Promise<void> {
  await store.put(["users", user, "preferences"], "seat", { text: "prefers a window seat", strength: 3 });
  await store.put(["users", user, "preferences"], "meal", { text: "eats no meat", strength: 5 });
}

/** What a node does that needs to know. */
async function advise(store: BaseStore, user: string, question: string): Promise<string> {
  const [best] = await store.search(["users", user], { query: question, limit: 1 });
  return best === undefined ? "nothing is known" : `${user} ${String(best.value["text"])}`;
}

const loci = new Loci({
  url: process.env["SERVICE_URL"] ?? "http://127.0.0.1:9090",
  apiKey: process.env["SERVICE_API_KEY"] ?? "",
  contextId: process.env["SERVICE_CONTEXT_ID"] ?? "dev",
});
const store = new LociStore(loci);

await learn(store, "mina");
console.log(await advise(store, "mina", "Which seat should I book?"));

await store.put(["users", "mina", "preferences"], "seat", { text: "prefers an aisle seat", strength: 4 });
console.log((await store.get(["users", "mina", "preferences"], "seat"))?.value);
// Loci keeps what it was before: an item is an entity, and its value has a history.
const { history } = await loci.entities.history("LangGraphItem", "users/mina/preferences/seat", "state");
console.log(`${history.length} values so far`);

const strong = await store.search(["users", "mina"], { filter: { strength: { $gte: 5 } } });
console.log("strong:", strong.map(({ key }) => key).join(", "));
console.log("namespaces:", await store.listNamespaces({ prefix: ["users"] }));

await store.delete(["users", "mina", "preferences"], "meal");
console.log("meal:", await store.get(["users", "mina", "preferences"], "meal"));
