/** What a check of npm's `surrealdb` is given, and how it compares what it got. */
import { AssertionError } from "node:assert/strict";
import { equals, Surreal, toSurqlString, type ConnectOptions, type DriverOptions } from "surrealdb";

export type Check = (world: World) => Promise<void>;
/** By what each of them shows. */
export type Checks = Readonly<Record<string, Check>>;

export interface World {
  /** `ws://…` or `http://…` */
  readonly url: string;
  readonly isWebSocket: boolean;
  readonly namespace: string;
  readonly database: string;
  /** Signed in as the root user, in a database of the area's own. */
  readonly db: Surreal;
  /** A connection of the check's own; not signed in unless the options say so. */
  readonly connect: (options?: ConnectOptions, driver?: DriverOptions) => Promise<Surreal>;
  readonly close: () => Promise<void>;
}

export const root = { username: "root", password: "secret" };

/** Tells the suite how a check ended. */
export function print(area: string, check: string, error?: string): void {
  process.stdout.write(`${JSON.stringify({ area, check, error })}\n`);
}

/** @param area names the database */
export async function openWorld(url: string, area: string): Promise<World> {
  const [namespace, database] = [`clients_${new URL(url).protocol.slice(0, -1)}`, area.replaceAll(/\W/g, "_")];
  const opened: Surreal[] = [];
  const connect: World["connect"] = async (options, driver) => {
    const db = new Surreal(driver);
    opened.push(db);
    await db.connect(url, { namespace, database, ...options });
    return db;
  };
  const db = await connect({ authentication: root });
  // A connection over HTTP names both in headers, which make neither.
  await db.query(`DEFINE NAMESPACE IF NOT EXISTS ${namespace}; USE NS ${namespace}; DEFINE DATABASE IF NOT EXISTS ${database}`);
  return {
    url,
    isWebSocket: url.startsWith("ws"),
    namespace,
    database,
    db,
    connect,
    close: async () => void (await Promise.all(opened.map((each) => each.close()))),
  };
}

/** As the client itself compares: also what its values hold in private. */
export function same(actual: unknown, expected: unknown): void {
  if (equals(actual, expected)) return;
  throw new AssertionError({ message: `got ${toSurqlString(actual)}\nnot ${toSurqlString(expected)}` });
}

type ErrorClass<T extends Error> = abstract new (...args: never[]) => T;

/** @returns the error, for what it says beside its class */
export async function fails<T extends Error>(promise: PromiseLike<unknown>, expected: ErrorClass<T>, text?: RegExp): Promise<T> {
  const result = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if (!("error" in result)) throw new AssertionError({ message: `no error, but ${toSurqlString(result.value)}` });
  const { error } = result;
  if (!(error instanceof expected)) throw new AssertionError({ message: `not ${expected.name}: ${String(error)}` });
  if (text !== undefined && !text.test(error.message)) throw new AssertionError({ message: `not ${text}: ${error.message}` });
  return error;
}

/** Waits for what comes a moment later. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new AssertionError({ message: `in vain for: ${what}` });
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
