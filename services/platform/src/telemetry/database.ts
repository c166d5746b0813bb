import { LRUCache } from "lru-cache";
import {
  numbered,
  type Database,
  type DatabaseSession,
  type Sql,
  type StatementOptions,
  type Transaction,
} from "@loci/ports/database";
import { secondsSince } from "./meter.ts";
import { isOff, type Telemetry } from "./telemetry.ts";
import type { SpanStart } from "./tracing.ts";

const longestText = 2_000;
/**
 * A recall makes a dozen statements, and nearly all of what traces cost would be theirs: those that nobody waits for have no span. Metrics
 * count all of them.
 */
const worthASpanMs = 5;
/** A program has a few hundred statements; one that is written anew each time must not be kept for ever. */
const statementsKnown = 1_000;

/**
 * The same database with its statements and transactions measured; the slow and the failed ones are told in traces too.
 * @param options.connections whether its connections are told: one database of a process can
 */
export function watchDatabase(
  database: Database,
  telemetry: Telemetry,
  { connections: tellsConnections = true }: { readonly connections?: boolean } = {},
): Database {
  if (isOff(telemetry)) return database;
  const { meter, tracing } = telemetry;
  const spanOf = knownSpans();

  const asked = async <T>(statement: Sql, asking: StatementOptions | undefined, ask: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    let end: { thrown: unknown } | undefined;
    try {
      return await ask();
    } catch (thrown) {
      end = { thrown };
      throw thrown;
    } finally {
      const ms = performance.now() - began;
      meter.observe("loci_database_query_seconds", {}, ms / 1_000);
      if (end !== undefined || ms >= worthASpanMs) tracing.past(spanOf(numbered(statement).text, asking?.name), began, end);
    }
  };
  const watchedWork = <T>(work: (tx: Transaction) => Promise<T>) => {
    return (tx: Transaction): Promise<T> =>
      work({
        query: <Row>(statement: Sql, asking?: StatementOptions) => asked(statement, asking, () => tx.query<Row>(statement, asking)),
      });
  };
  const transaction = async <T>(run: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    let end = "rolled_back";
    try {
      const result = await run();
      end = "committed";
      return result;
    } finally {
      meter.observe("loci_database_transaction_seconds", { end }, secondsSince(began));
    }
  };

  const watchedSession = (session: DatabaseSession): DatabaseSession => {
    let began: number | undefined;
    const ended = (end: "committed" | "rolled_back"): void => {
      if (began !== undefined) meter.observe("loci_database_transaction_seconds", { end }, secondsSince(began));
      began = undefined;
    };
    return {
      ...session,
      async begin(options) {
        const start = performance.now();
        await session.begin(options);
        began = start;
      },
      query: <Row>(statement: Sql, asking?: StatementOptions) =>
        asked(statement, asking, () => session.query<Row>(statement, asking)),
      table: (statement, asking) => asked(statement, asking, () => session.table(statement, asking)),
      async commit() {
        let end: "committed" | "rolled_back" = "rolled_back";
        try {
          await session.commit();
          end = "committed";
        } finally {
          ended(end);
        }
      },
      rollback: () => session.rollback().finally(() => ended("rolled_back")),
      close: () => session.close().finally(() => ended("rolled_back")),
    };
  };
  const { connections } = database;
  if (connections && tellsConnections)
    meter.onScrape(["loci_database_connections", "loci_database_waiting"], async () => readings(connections()));
  return {
    ...database,
    inContext: (contextId, work, options) => transaction(() => database.inContext(contextId, watchedWork(work), options)),
    acrossContexts: (work) => transaction(() => database.acrossContexts(watchedWork(work))),
    asOwner: (work) => transaction(() => database.asOwner(watchedWork(work))),
    openSession: (options) => watchedSession(database.openSession(options)),
  };
}

function readings({ idle, busy, waiting }: ReturnType<NonNullable<Database["connections"]>>) {
  return [
    { name: "loci_database_connections", labels: { state: "idle" }, value: idle },
    { name: "loci_database_connections", labels: { state: "busy" }, value: busy },
    { name: "loci_database_waiting", labels: {}, value: waiting },
  ] as const;
}

/** What a statement's span begins with; a text is read once. */
function knownSpans(): (text: string, name: string | undefined) => SpanStart {
  const known = new LRUCache<string, SpanStart>({ max: statementsKnown });
  return (text, name) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made: SpanStart = {
      name: name ?? firstWord(text),
      kind: "client",
      attributes: { "db.system.name": "postgresql", "db.query.summary": name, "db.query.text": withoutValues(text) },
      withinOnly: true,
    };
    known.set(text, made);
    return made;
  };
}

function firstWord(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "SQL";
}

/** Values travel apart from the text; what a text holds in quotes is taken out all the same. */
export function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, longestText);
}
