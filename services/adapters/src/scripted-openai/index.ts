import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { wireAnswer, type ScriptedAnswer } from "./answers.ts";
import { emptyQueues, routeOf, takeNext, type ScriptedStage } from "./queues.ts";
import { rerankAnswer } from "./rerank.ts";
import { writeStream } from "./stream.ts";
import { embeddingsAnswer } from "./vectors.ts";

export type { ScriptedAnswer } from "./answers.ts";
export type { ScriptedStage } from "./queues.ts";
export { scriptedVector } from "./vectors.ts";

/** One request as the server got it. */
export interface RecordedRequest {
  readonly path: string;
  readonly authorization: string;
  /** The parsed JSON body. */
  readonly body: unknown;
}

export interface ScriptedOpenAi {
  /** What a client takes as its base URL, with `/v1`; the rerank route lies below it, and below the root. */
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** Puts answers at the end of the queue of the chat route; an empty queue answers what is empty for the stage. */
  script(...answers: readonly ScriptedAnswer[]): void;
  /** The same for the requests of one stage alone, which are answered from its queue before the route's. */
  scriptStage(stage: ScriptedStage, ...answers: readonly ScriptedAnswer[]): void;
  /** The same for the embeddings route, whose empty queue answers deterministic vectors. */
  scriptEmbeddings(...answers: readonly ScriptedAnswer[]): void;
  /** The same for the rerank route, whose empty queue counts the query's words in each text. */
  scriptRerank(...answers: readonly ScriptedAnswer[]): void;
  /** Forgets requests and answers that were not used. */
  clear(): void;
  close(): Promise<void>;
}

/**
 * A part for tests, never of a deployment: a real HTTP server on 127.0.0.1 that speaks OpenAI's chat completions and embeddings,
 * and the rerank API that several providers share, and answers what it is told.
 */
export async function startScriptedOpenAi(): Promise<ScriptedOpenAi> {
  const requests: RecordedRequest[] = [];
  let queues = emptyQueues();
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        const path = request.url ?? "";
        const recorded = { path, authorization: request.headers.authorization ?? "", body };
        requests.push(recorded);
        const route = routeOf(path);
        if (route) respond(takeNext(queues, route, body), response, recorded);
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
    script: (...answers) => void queues.routes.chat.push(...answers),
    scriptStage: (stage, ...answers) => void queues.stages[stage].push(...answers),
    scriptEmbeddings: (...answers) => void queues.routes.embeddings.push(...answers),
    scriptRerank: (...answers) => void queues.routes.rerank.push(...answers),
    clear: () => {
      requests.length = 0;
      queues = emptyQueues();
    },
    close: () => closeServer(server),
  };
}

function respond(answer: ScriptedAnswer, response: ServerResponse, request: RecordedRequest): void {
  if (answer.kind === "slow") {
    const timer = setTimeout(() => respond(answer.then, response, request), answer.millis);
    response.on("close", () => clearTimeout(timer));
  } else if (answer.kind === "held") void answer.until.then(() => respond(answer.then, response, request));
  else if (answer.kind === "reset") response.socket?.resetAndDestroy();
  else if (answer.kind === "stream") writeStream(response, answer, request.body);
  else {
    const { authorization, body } = request;
    const wire = wireAnswer(answer, authorization, {
      embeddings: () => embeddingsAnswer(body),
      rerank: (scores) => rerankAnswer(body, scores),
    });
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
