import type { Database } from "@loci/ports/database";
import { Client, type ClientConfig } from "pg";
import { silentAfterSeconds, watchClient } from "./keepalive.ts";

export interface Listening {
  readonly listen: NonNullable<Database["listen"]>;
  close(): Promise<void>;
}

/** @param config of a connection for each listener; its `query_timeout` is for how long a silent server is waited for */
export function createListening(config: ClientConfig, onError: (error: Error) => void): Listening {
  const ends = new Set<() => Promise<void>>();
  return {
    async listen(channel, { told, lost }) {
      const client = new Client(config);
      let hasEnded = false;
      const end = async (): Promise<void> => {
        if (hasEnded) return;
        hasEnded = true;
        clearInterval(asking);
        ends.delete(end);
        client.connection.stream.destroy();
      };
      const lose = (): void => {
        if (hasEnded) return;
        void end();
        lost();
      };
      // Nothing is heard of a line that broke without a word, unless something is asked.
      const asking = setInterval(() => void client.query("select 1").catch(lose), silentAfterSeconds * 1_000).unref();
      client.on("error", (error) => {
        lose();
        onError(error);
      });
      client.on("end", lose);
      client.on("notification", ({ payload }) => told(payload ?? ""));
      try {
        await client.connect();
        client.query(watchClient).catch(onError);
        await client.query(`listen ${client.escapeIdentifier(channel)}`);
      } catch (error) {
        await end();
        throw error;
      }
      ends.add(end);
      return end;
    },
    async close() {
      await Promise.all([...ends].map((end) => end()));
    },
  };
}
