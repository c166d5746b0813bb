import { LociError } from "@loci/kernel";
import type { Logger } from "@loci/platform/telemetry";
import { Client, Connection, isGrpcServiceError } from "@temporalio/client";
import type { TemporalLines } from "./lines.ts";
import { followLines } from "./renewal.ts";
import { createWorks, type Works } from "./works.ts";

/** The server as it is asked. */
export interface Asked {
  readonly client: Client;
  readonly works: Works;
}

export interface Server {
  /** @throws LociError `unavailable` where it does not answer in time */
  readonly ask: <T>(question: (asked: Asked) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

export interface ServerOptions {
  readonly lines: TemporalLines;
  readonly namespace: string;
  readonly leaseMs: number;
  readonly identity?: string;
  readonly logger: Logger;
}

const answerMs = 5_000;

/** It connects with the first question: a process that serves requests starts also while the server is away. */
export function createServer({ lines, leaseMs, logger, ...named }: ServerOptions): Server {
  const asking = (connection: Connection) => {
    const client = new Client({ connection, ...named });
    return { connection, client, works: createWorks(client, leaseMs) };
  };
  const line = lines.current();
  let now = asking(Connection.lazy(line));
  const unfollow = followLines({
    ...{ lines, line, logger },
    async move(to) {
      const before = now;
      now = asking(await Connection.connect(to));
      // What was asked over it is answered by then.
      setTimeout(() => void before.connection.close(), 2 * answerMs).unref();
    },
  });
  return {
    async ask(question) {
      const { client, works } = now;
      return answered(client.withDeadline(Date.now() + answerMs, () => question({ client, works })));
    },
    async close() {
      unfollow();
      await now.connection.close();
    },
  };
}

/** What the server's silence means to who asked. */
async function answered<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof LociError) throw thrown;
    const silent = isGrpcServiceError(thrown) || (thrown instanceof Error && isGrpcServiceError(thrown.cause));
    throw silent
      ? new LociError("unavailable", "The workflow service does not answer.", { cause: thrown })
      : LociError.from(thrown);
  }
}
