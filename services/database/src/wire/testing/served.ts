/** The database over its real listener, on a PGlite in memory or another database. */
import { afterAll, beforeAll } from "@jest/globals";
import { openPglite } from "@loci/adapters/pglite";
import type { Database } from "@loci/ports/database";
import { openDatabases, openStore, ensureRootUser, type DatabasesOptions } from "../../index.ts";
import { hashPassword } from "../../catalog/passwords.ts";
import { listenDatabase, type DatabaseListener } from "../listen.ts";
import type { Format } from "../format.ts";
import { SocketClient } from "./socket-client.ts";

export interface Served {
  readonly url: () => string;
  /** What no client is to be blamed for. */
  readonly failures: unknown[];
  /** Clients that left before their answer was there. */
  readonly leavers: unknown[];
  /** Added to the server's clock, in milliseconds. */
  later: number;
  connect(format?: Format["name"], from?: string): Promise<SocketClient>;
  /** Signed in as the root's owner, in a database of that name. */
  asRoot(database: string, format?: Format["name"]): Promise<SocketClient>;
  send(path: string, init?: RequestInit & { readonly as?: string; readonly database?: string }): Promise<Response>;
  stop(): Promise<void>;
}

export const basic = (user: string, password: string): string => `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
export const root = basic("root", "secret");

type Options = Partial<Omit<DatabasesOptions, "store" | "clock" | "failed">> & { readonly open?: () => Promise<Database> };

/** Serves while the tests of a file or of a `describe` run. */
export function served({ open = () => openPglite({ folder: undefined }), ...options }: Options = {}): Served {
  const failures: unknown[] = [];
  const leavers: unknown[] = [];
  const clients: SocketClient[] = [];
  let listener: DatabaseListener | undefined;
  let end: () => Promise<void> = async () => undefined;
  const failed = (error: unknown): void => void failures.push(error);
  beforeAll(async () => {
    const store = await openStore(await open());
    await ensureRootUser(store, { name: "root", passhash: await hashPassword("secret") });
    const databases = openDatabases({ store, failed, clock: () => Date.now() + self.later, ...options });
    listener = await listenDatabase({
      open: async () => databases,
      host: "127.0.0.1",
      port: 0,
      failed,
      left: (what) => void leavers.push(what),
    });
    end = () => store.close();
  });
  const stop = async (): Promise<void> => {
    await listener?.close(1000);
    listener = undefined;
  };
  afterAll(async () => {
    for (const client of clients) client.end();
    await stop();
    await end();
  });
  const self: Served = {
    later: 0,
    failures,
    leavers,
    stop,
    url: () => `http://127.0.0.1:${listener?.port}`,
    async connect(format = "cbor", path = "/rpc") {
      const client = await SocketClient.open(`${self.url().replace("http", "ws")}${path}`, format);
      clients.push(client);
      return client;
    },
    async asRoot(database, format) {
      const client = await self.connect(format);
      await client.call("signin", { user: "root", pass: "secret" });
      await client.call("use", "test", database);
      return client;
    },
    async send(path, { as = root, database = "main", headers, ...init } = {}) {
      const all = new Headers(headers);
      if (as !== "") all.set("authorization", as);
      if (!all.has("accept")) all.set("accept", "application/json");
      all.set("surreal-ns", "test");
      all.set("surreal-db", database);
      return fetch(`${self.url()}${path}`, { ...init, headers: all });
    },
  };
  return self;
}
