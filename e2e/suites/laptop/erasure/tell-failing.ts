import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { library, textFile } from "@loci/e2e/parts/documents";
import { succeeded, type FactsAnswer } from "@loci/e2e/parts/memory";
import type { Operator, Tenant } from "@loci/e2e/parts/tenants";
import { eventually } from "../faults/world.ts";
import { capitalised, type Words } from "./words.ts";

export interface FailingProvider {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** A model server that fails whatever it is asked, and repeats the question in its error. */
export async function startFailing(): Promise<FailingProvider> {
  const server = createServer((request, response) => {
    void text(request).then((asked) => {
      const error = { message: `cannot answer ${asked}` };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** From here on the context's models fail: what is told is kept, and waits; a document fails, and an answer is made without one. */
export async function tellFailing(
  loci: Operator,
  tenant: Tenant,
  { url }: FailingProvider,
  scope: string,
  words: Words,
): Promise<void> {
  const under = { scopes: scope };
  const stage = { provider: "openai", url, model: "failing", api_key: "sk-failing" };
  const config = { stages: { extraction: stage, synthesis: stage } };
  const path = `/contexts/${tenant.contextId}`;
  expect200(await loci.send("PATCH", path, { config }));
  const told = await tenant.post<FactsAnswer>("/facts", {
    text: `My cellar is called ${words.at("text of a failed model")}.`,
    ...under,
  });
  if (succeeded(told).turnId === "") throw new Error("nothing was stored");
  const { upload, document } = library(tenant);
  const content = `# Cellar\n\nEva Lind works for ${capitalised(words.at("file of a failed model"))}.`;
  const metadata = { title: words.at("title of a failed model"), ...under };
  const { id } = succeeded(await upload(textFile(`${words.at("filename of a failed model")}.md`, content), metadata));
  await eventually(
    () => document(id),
    ({ status, attempts }) => status === "failed" || attempts > 0,
  );
  await tenant.post("/chat", { message: `Is my cellar called ${words.at("chat of a failed model")}?`, ...under });
}

function expect200({ status, body }: { readonly status: number; readonly body: unknown }): void {
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}
