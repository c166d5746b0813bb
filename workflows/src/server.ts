import type { Logger } from "@loci/platform/telemetry";
import { Client, Connection, defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from "@temporalio/client";
import { within } from "./activities/places.ts";
import { explained, type Fault } from "./failure.ts";
import type { TemporalLine, TemporalLines } from "./lines.ts";
import { followLines } from "./renewal.ts";
import { createWorks, type Works } from "./works.ts";

/** The server as it is asked. */
export interface Asked {
  readonly client: Client;
  readonly works: Works;
}

export interface Server {
  /** @throws LociError `unavailable` where it does not answer in time, or does not let Loci in: the message says why */
  readonly ask: <T>(question: (asked: Asked) => Promise<T>) => Promise<T>;
  /** What is being asked is given up. */
  readonly close: () => Promise<void>;
}

export interface ServerOptions {
  readonly lines: TemporalLines;
  readonly namespace: string;
  readonly leaseMs: number;
  /** How long a question may take. */
  readonly answerMs: number;
  readonly identity?: string;
  readonly logger: Logger;
}

/** How long a question that is given up may take to notice: a pause between two tries is not cut. */
const partingMs = 1_500;
const longestPauseMs = 1_000;

interface Connected extends Asked {
  readonly connection: Connection;
  /** How the last call ended that was tried again, if that was since then, by performance.now(). */
  readonly faultSince: (since: number) => Fault | undefined;
}

/** It connects with the first question: a process that serves requests starts also while the server is away. */
export function createServer({ lines, leaseMs, answerMs, logger, ...named }: ServerOptions): Server {
  let closing = false;
  const line = lines.current();
  const questions = new Set<{ readonly answer: Promise<unknown>; readonly giveUp: AbortController }>();
  let now = connect(line);
  const unfollow = followLines({ lines, line, logger, move });

  function connect(to: TemporalLine): Connected {
    let last: (Fault & { readonly at: number }) | undefined;
    const usual = defaultGrpcRetryOptions();
    const retry = makeGrpcRetryInterceptor({
      delayFunction: (attempt, answer) => Math.min(usual.delayFunction(attempt, answer), longestPauseMs),
      retryableDecider(attempt, answer) {
        const passes = usual.retryableDecider(attempt, answer);
        if (passes) last = { code: answer.code, details: answer.details, at: performance.now() };
        return passes && !closing;
      },
    });
    const connection = Connection.lazy({ ...to, interceptors: [retry] });
    const client = new Client({ connection, ...named });
    const faultSince = (since: number) => (last !== undefined && last.at >= since ? last : undefined);
    return { connection, client, works: createWorks(client, leaseMs), faultSince };
  }

  async function move(to: TemporalLine): Promise<void> {
    const next = connect(to);
    try {
      await next.connection.ensureConnected();
    } catch (thrown) {
      await next.connection.close();
      throw thrown;
    }
    if (closing) return next.connection.close();
    const { connection } = now;
    now = next;
    // What was asked over it is answered by then.
    setTimeout(() => void connection.close(), 2 * answerMs).unref();
  }

  return {
    async ask(question) {
      const { client, works, faultSince } = now;
      const since = performance.now();
      const giveUp = new AbortController();
      const answer = client.withAbortSignal(giveUp.signal, () =>
        client.withDeadline(Date.now() + answerMs, () => question({ client, works })),
      );
      const asked = { answer, giveUp };
      questions.add(asked);
      try {
        return await answer;
      } catch (thrown) {
        throw explained(thrown, { namespace: named.namespace, fault: faultSince(since) });
      } finally {
        questions.delete(asked);
      }
    },
    async close() {
      closing = true;
      unfollow();
      for (const { giveUp } of questions) giveUp.abort();
      // A connection that is closed between two tries of a question would end the process with an error.
      await within(
        partingMs,
        [...questions].map(({ answer }) => answer),
      );
      await now.connection.close();
    },
  };
}
