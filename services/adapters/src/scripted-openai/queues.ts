import type { ScriptedAnswer } from "./answers.ts";

/** The stages whose requests can be told apart: by their schema's name, or by being streamed. */
export const scriptedStages = ["extraction", "synthesis", "elaboration", "consolidation", "decomposition"] as const;
export type ScriptedStage = (typeof scriptedStages)[number];

export type Route = "chat" | "embeddings" | "rerank";

const defaults: Readonly<Record<ScriptedStage, ScriptedAnswer>> = {
  extraction: { kind: "extraction", extraction: { entities: [], facts: [], instructions: [] } },
  synthesis: { kind: "stream", chunks: ["I do", " not know."] },
  elaboration: { kind: "json", json: { relations: [], summary: "" } },
  consolidation: { kind: "json", json: { observations: [] } },
  decomposition: { kind: "json", json: { questions: [] } },
};

/** What is still to be answered, in order: for each route, and for each stage of the chat route. */
export interface Queues {
  readonly routes: Readonly<Record<Route, ScriptedAnswer[]>>;
  readonly stages: Readonly<Record<ScriptedStage, ScriptedAnswer[]>>;
}

export function emptyQueues(): Queues {
  return {
    routes: { chat: [], embeddings: [], rerank: [] },
    stages: { extraction: [], synthesis: [], elaboration: [], consolidation: [], decomposition: [] },
  };
}

export function routeOf(path: string): Route | undefined {
  if (path === "/v1/chat/completions") return "chat";
  if (path === "/v1/embeddings") return "embeddings";
  return /^\/(?:v[12]\/)?rerank$/.test(path) ? "rerank" : undefined;
}

/** The next answer: of the request's stage, else of its route, else an empty one. */
export function takeNext(queues: Queues, route: Route, body: unknown): ScriptedAnswer {
  const stage = route === "chat" ? stageOf(body) : undefined;
  const scripted = (stage && queues.stages[stage].shift()) ?? queues.routes[route].shift();
  if (scripted) return scripted;
  if (route === "chat") return defaults[stage ?? "extraction"];
  return { kind: route };
}

function stageOf(body: unknown): ScriptedStage | undefined {
  const request = (body ?? {}) as { stream?: unknown; response_format?: { json_schema?: { name?: unknown } } };
  if (request.stream === true) return "synthesis";
  return scriptedStages.find((stage) => stage === request.response_format?.json_schema?.name);
}
