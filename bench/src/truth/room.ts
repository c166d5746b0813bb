/** One story's context on the server: what is told to it, and what it answers, over REST. */
import { z } from "zod";
import type { BenchServer } from "../server.ts";
import type { ReadFact } from "./fact-pattern.ts";
import type { Telling } from "./story.ts";

const extraction = z.object({
  entities: z.array(z.object({ id: z.string(), name: z.string() })),
  attributes: z.array(z.object({ entityId: z.string(), key: z.string(), value: z.string() })),
  relations: z.array(z.object({ subject: z.string(), label: z.string(), object: z.string() })),
  instructions: z.array(z.object({ label: z.string(), description: z.string() })),
});
const written = z.object({ sessionId: z.string(), extraction: extraction.nullish() });
const hit = z.object({
  text: z.string(),
  /** How it stands: `current`, `ended`, `disputed`, `unread`. */
  standing: z.string().optional(),
  disagreement: z.unknown().optional(),
});
const queried = z.object({ hits: z.array(hit) });
const forgotten = z.object({ deleted: z.number(), refs: z.array(z.object({ id: z.string(), label: z.string() })) });
const entities = z.object({ entities: z.array(z.object({ id: z.string(), name: z.string(), entityType: z.string() })) });
const health = z.object({ records: z.record(z.string(), z.number()) });
const category = z.object({
  attributes: z.array(z.object({ id: z.string(), entity: z.string(), key: z.string(), value: z.string() })),
  relations: z.array(z.object({ id: z.string(), subject: z.string(), label: z.string(), object: z.string() })),
});
const state = z.object({ identity: category, knowledge: category, context: category });

export type Hit = z.output<typeof hit>;
export type Forgotten = z.output<typeof forgotten>;
/** What may stand beside a question. */
export interface Asking {
  readonly user?: string | undefined;
  readonly asOf?: string | undefined;
}

/** A fact with its record. */
export interface KnownFact extends ReadFact {
  readonly id: string;
}

export interface Room {
  tell(telling: Telling, infer?: "full" | "none"): Promise<ReadFact[]>;
  hits(query: string, k: number, asking?: Asking): Promise<readonly Hit[]>;
  context(query: string, asking?: Asking): Promise<string>;
  chat(message: string, asking?: Asking): Promise<string>;
  forget(body: { readonly query: string; readonly dryRun?: boolean }): Promise<Forgotten>;
  /** Whether there was something to remove. */
  remove(path: string): Promise<boolean>;
  entities(): Promise<z.output<typeof entities>["entities"]>;
  /** Every fact that holds. */
  facts(): Promise<KnownFact[]>;
  /** How many records of knowledge there are: entities, facts, instructions and uncertainties, not turns. */
  records(): Promise<number>;
  /** The id of what the tellings call `session=<name>`. */
  sessionId(name: string): string;
}

export async function openRoom(server: BenchServer, contextId: string): Promise<Room> {
  const { managementKey } = server;
  await server.call("POST", `/contexts/${contextId}`, {}, managementKey);
  const minted = z
    .object({ key: z.string() })
    .parse(await server.call("POST", `/contexts/${contextId}/principals/admin/keys/bench`, {}, managementKey));
  const sessions = new Map<string, string>();
  const users = new Set<string>();
  const call = (method: string, path: string, body?: unknown) =>
    server.call<unknown>(method, `/${contextId}${path}`, body, minted.key);
  const scopeOf = (user: string) => [[`/user/${user}`]];
  const lens = ({ user }: Asking) => (user === undefined ? {} : { lens: scopeOf(user) });
  const time = ({ asOf }: Asking) => (asOf === undefined ? {} : { asOf: `${asOf}T23:59:59Z` });
  let minutes = 0;

  const register = async (user: string) => {
    if (user === "" || users.has(user)) return;
    users.add(user);
    await call("POST", "/scopes", { path: `/user/${user}` });
  };

  return {
    async tell({ at, text, role, session, user }, infer = "full") {
      await register(user);
      const sessionId = session === "" ? undefined : sessions.get(session);
      // What is told on one day is told in its order.
      const observedAt = new Date(Date.parse(`${at}T09:00:00Z`) + 60_000 * minutes++).toISOString();
      const answer = written.parse(
        await call("POST", "/facts", {
          ...{ text, role, infer, observedAt },
          ...(user === "" ? {} : { scopes: scopeOf(user) }),
          ...(sessionId === undefined ? {} : { sessionId }),
        }),
      );
      if (session !== "") sessions.set(session, answer.sessionId);
      return answer.extraction ? factsOf(answer.extraction) : [];
    },
    async hits(query, k, asking = {}) {
      return queried.parse(await call("POST", "/query", { query, k, ...lens(asking), ...time(asking) })).hits;
    },
    async context(query, asking = {}) {
      const answer = await call("POST", "/context", { query, ...lens(asking), ...time(asking) });
      return z.object({ context: z.string() }).parse(answer).context;
    },
    async chat(message, asking = {}) {
      const scopes = asking.user === undefined ? {} : { scopes: scopeOf(asking.user) };
      return z.object({ reply: z.string() }).parse(await call("POST", "/chat", { message, ...scopes, ...time(asking) })).reply;
    },
    forget: async (body) => forgotten.parse(await call("POST", "/forget", body)),
    async remove(path) {
      const response = await server.send("DELETE", `/${contextId}${path}`, { headers: { authorization: `Bearer ${minted.key}` } });
      if (response.status === 404) return false;
      if (!response.ok) throw new Error(`DELETE ${path}: ${response.status} ${await response.text()}`);
      return true;
    },
    entities: async () => entities.parse(await call("GET", "/entities?limit=500")).entities,
    async facts() {
      const { identity, knowledge, context } = state.parse(await call("GET", "/state"));
      return [identity, knowledge, context].flatMap(({ attributes, relations }) => [
        ...attributes,
        ...relations.map(({ id, subject, label, object }) => ({ id, entity: subject, key: label, value: object })),
      ]);
    },
    async records() {
      const { records } = health.parse(await call("GET", "/inspect"));
      const counted = ["entity", "attribute", "relation", "instruction", "uncertainty"];
      return counted.reduce((sum, kind) => sum + (records[kind] ?? 0), 0);
    },
    sessionId(name) {
      const id = sessions.get(name);
      if (id === undefined) throw new Error(`nothing is told with session=${name}`);
      return id;
    },
  };
}

function factsOf({ entities: named, attributes, relations, instructions }: z.output<typeof extraction>): ReadFact[] {
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return [
    ...attributes.map(({ entityId, key, value }) => ({ entity: names.get(entityId) ?? "", key, value })),
    ...relations.map(({ subject, label, object }) => ({ entity: subject, key: label, value: object })),
    ...instructions.map(({ label, description }) => ({ entity: "user", key: `instruction ${label}`, value: description })),
  ];
}
