/** How long a chat's first words take from the provider's first token to the client, over server-sent events. */
import { startScriptedOpenAi } from "@loci/adapters/scripted-openai";
import { heading, percentile, table } from "./report.ts";
import { startServer, type BenchServer } from "./server.ts";
import { questions, turnSource } from "./texts.ts";

const chats = 60;
const records = 500;

export async function measureStream(): Promise<void> {
  const provider = await startScriptedOpenAi();
  const server = await startServer(undefined, {
    SERVICE_LLM_PROVIDER: "openai",
    SERVICE_LLM_URL: provider.baseUrl,
    SERVICE_LLM_MODEL: "scripted",
    SERVICE_LLM_API_KEY: "none",
  });
  try {
    const turn = turnSource(5);
    for (let i = 0; i < records; i += 100) {
      const messages = Array.from({ length: 100 }, () => ({ role: "user", content: turn() }));
      await server.call("POST", "/dev/facts/batch", { infer: "none", messages });
    }
    const asked = questions();
    const firstToken: number[] = [];
    const frame: number[] = [];
    for (let i = 0; i < chats; i++) {
      let sentAt = 0;
      provider.scriptStage("synthesis", {
        kind: "stream",
        chunks: ["They ", "went ", "by ", "boat ", "[S1]."],
        pauseMillis: 30,
        onFirst: () => (sentAt = performance.now()),
      });
      const began = performance.now();
      const at = await firstDelta(server, `${asked[i % asked.length] ?? ""} ${i}`);
      firstToken.push(sentAt - began);
      frame.push(at - sentAt);
    }
    heading(`POST /chat as server-sent events (${chats} chats, ${records} records, ms)`);
    table([
      ["measure", "p50", "p95", "budget of p95"],
      ["request to the provider's first token", percentile(firstToken, 0.5), percentile(firstToken, 0.95), "-"],
      ["first token to the first delta frame", percentile(frame, 0.5), percentile(frame, 0.95), "50"],
    ]);
  } finally {
    await server.stop();
    await provider.close();
  }
}

/** When the first delta frame arrived; the rest is read too. */
async function firstDelta(server: BenchServer, message: string): Promise<number> {
  const headers = { "content-type": "application/json", accept: "text/event-stream" };
  const response = await server.send("POST", "/dev/chat", { headers, body: JSON.stringify({ message, bypassCache: true }) });
  if (!response.ok || response.body === null) throw new Error(`POST /chat: ${response.status}`);
  let text = "";
  let at: number | undefined;
  for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    if (at === undefined && text.includes("event: delta")) at = performance.now();
  }
  if (at === undefined) throw new Error(`no delta came: ${text.slice(0, 500)}`);
  return at;
}
