import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { wireAnswer, type ScriptedAnswer } from "./answers.ts";
import { embeddingsAnswer } from "./vectors.ts";

export type { ScriptedAnswer } from "./answers.ts";
export { scriptedVector } from "./vectors.ts";

/** One request as the server got it. */
export interface RecordedRequest {
  readonly path: string;
  readonly authorization: string;
  /** The parsed JSON body. */
  readonly body: unknown;
}

export interface ScriptedOpenAi {
  /** What a client takes as its base URL, with `/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Puts answers at the end of the queue of the chat route; an empty queue answers an empty extraction. */
  script(...answers: readonly ScriptedAnswer[]): void;
  /** The same for the embeddings route, whose empty queue answers deterministic vectors. */
  scriptEmbeddings(...answers: readonly ScriptedAnswer[]): void;
  /** Forgets requests and answers that were not used. */
  clear(): void;
  close(): Promise<void>;
}

/**
 * A part for tests, never of a deployment: a real HTTP server on 127.0.0.1 that speaks OpenAI's chat completions and embeddings
 * and answers what it is told.
 */
export async function startScriptedOpenAi(): Promise<ScriptedOpenAi> {
  const requests: RecordedRequest[] = [];
  const chat: ScriptedAnswer[] = [];
  const embeddings: ScriptedAnswer[] = [];
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const path = request.url ?? "";
        const authorization = request.headers.authorization ?? "";
        requests.push({ path, authorization, body });
        const answer = nextAnswer(path, chat, embeddings);
        if (answer) respond(answer, response, authorization, () => embeddingsAnswer(body));
        else response.writeHead(404, { "content-type": "application/json" }).end('{"error":{"message":"no such route"}}');
      },
      () => response.destroy(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    script: (...answers) => void chat.push(...answers),
    scriptEmbeddings: (...answers) => void embeddings.push(...answers),
    clear: () => {
      requests.length = chat.length = embeddings.length = 0;
    },
    close: () => closeServer(server),
  };
}

const emptyExtraction = { entities: [], facts: [], instructions: [] };

function nextAnswer(path: string, chat: ScriptedAnswer[], embeddings: ScriptedAnswer[]): ScriptedAnswer | undefined {
  if (path === "/v1/chat/completions") return chat.shift() ?? { kind: "extraction", extraction: emptyExtraction };
  return path === "/v1/embeddings" ? (embeddings.shift() ?? { kind: "embeddings" }) : undefined;
}

function respond(answer: ScriptedAnswer, response: ServerResponse, authorization: string, vectors: () => unknown): void {
  if (answer.kind === "slow") {
    const timer = setTimeout(() => respond(answer.then, response, authorization, vectors), answer.millis);
    response.on("close", () => clearTimeout(timer));
  } else if (answer.kind === "reset") response.socket?.resetAndDestroy();
  else {
    const wire = wireAnswer(answer, authorization, vectors);
    // A timeout has none: the connection stays open until the client or `close` ends it.
    if (wire) response.writeHead(wire.status, wire.headers).end(wire.body);
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

async function closeServer(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
