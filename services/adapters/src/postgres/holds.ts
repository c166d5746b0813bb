import { LociError } from "@loci/kernel";
import { type Database, sql } from "@loci/ports/database";
import { Client, type ClientConfig } from "pg";
import { watchClient } from "./keepalive.ts";
import { sent } from "./send.ts";
import { sendable } from "./sendable.ts";

/** Names that this process holds, by locks of a session: the server itself gives them back when the session ends. */
export interface Holds {
  readonly hold: Database["hold"];
  close(): Promise<void>;
}

/** Two keys of locks that are one for names that differ: a twin is seen where there is none, once in 2^64. */
const lock = (name: string) =>
  sent(sendable(sql`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as mine`, { name: "hold" }));
const unlock = (name: string) => sent(sendable(sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`, { name: "let_go" }));

interface Holder {
  /** The connection that the name is locked by, once it is. */
  client?: Client;
}

/** A peer that is gone answers no goodbye. */
const goodbyeMs = 1_000;

/**
 * @param config of the one connection, which is made for the first name and again after it was lost. Its `query_timeout` is for how long
 *   a name may keep others waiting behind it where the server falls silent
 */
export function createHolds(config: ClientConfig, onError: (error: Error) => void): Holds {
  // A session may lock again what it has locked, so what this process holds is known here.
  const held = new Map<string, Holder>();
  let current: Promise<Client> | undefined;
  let isClosed = false;

  const connect = async (forget: () => void): Promise<Client> => {
    const client = new Client(config);
    let isLost = false;
    const lose = () => {
      if (isLost) return;
      isLost = true;
      forget();
      for (const [name, holder] of held) if (holder.client === client) held.delete(name);
    };
    client.on("error", (error) => {
      lose();
      onError(error);
    });
    client.on("end", lose);
    await client.connect();
    client.query(watchClient).catch(onError);
    return client;
  };
  const connected = (): Promise<Client> => {
    if (isClosed) throw new LociError("unavailable", "The database was closed.");
    if (current) return current;
    // One that failed ends later than it fails: by then another may have taken its place.
    const forget = () => {
      if (current === mine) current = undefined;
    };
    const mine = connect(forget).catch((cause: unknown) => {
      forget();
      throw silent(cause);
    });
    current = mine;
    return mine;
  };

  return {
    async hold(name) {
      if (held.has(name)) return undefined;
      const mine: Holder = {};
      held.set(name, mine);
      try {
        const client = await connected();
        const { rows } = await client.query<{ mine: boolean }>(lock(name)).catch((cause: unknown) => {
          throw silent(cause);
        });
        if (rows[0]?.mine !== true) {
          held.delete(name);
          return undefined;
        }
        mine.client = client;
        return async () => {
          if (held.get(name) !== mine) return;
          held.delete(name);
          await client.query(unlock(name)).catch(onError);
        };
      } catch (error) {
        held.delete(name);
        throw error;
      }
    },
    async close() {
      isClosed = true;
      const client = await current?.catch(() => undefined);
      if (client === undefined) return;
      const late = setTimeout(() => client.connection.stream.destroy(), goodbyeMs);
      await client.end();
      clearTimeout(late);
    },
  };
}

function silent(cause: unknown): LociError {
  return new LociError("unavailable", "The database does not answer.", { cause, retryAfterSeconds: 1 });
}
