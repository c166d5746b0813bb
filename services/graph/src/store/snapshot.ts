import { LociError } from "@loci/kernel";
import type { Database, Transaction } from "@loci/ports/database";
import { readHead, readLife } from "./feed.ts";

/** Reads of one context that all see it as it was at one moment, however long they take. */
export interface Snapshot {
  /** The feed's position of that moment. */
  readonly head: number;
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** To be called once everything was read. @throws LociError `conflict` where the moment could not be held */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * A server keeps the moment in one transaction. An embedded database has a single session, which a long transaction would take from
 * everybody else: there each read is one of its own, and whether nobody wrote meanwhile is checked at the end.
 */
export async function openSnapshot(database: Database, contextId: string): Promise<Snapshot> {
  return database.features.product === "pglite" ? checkedReads(database, contextId) : heldTransaction(database, contextId);
}

async function checkedReads(database: Database, contextId: string): Promise<Snapshot> {
  const read = <T>(work: (tx: Transaction) => Promise<T>) => database.inContext(contextId, work, { readOnly: true });
  const now = () => read((tx) => readLife(tx, contextId));
  const { revision, life } = await now();
  return {
    head: revision,
    read,
    async confirm() {
      const then = await now();
      if (then.revision !== revision || then.life !== life)
        throw new LociError("conflict", "The context was written to while it was exported; export it again.");
    },
    close: async () => undefined,
  };
}

async function heldTransaction(database: Database, contextId: string): Promise<Snapshot> {
  const begun = Promise.withResolvers<Transaction>();
  const released = Promise.withResolvers<undefined>();
  const hold = (tx: Transaction) => {
    begun.resolve(tx);
    return released.promise;
  };
  const ended = database.inContext(contextId, hold, { readOnly: true });
  ended.catch(begun.reject);
  const tx = await begun.promise;
  const close = async () => {
    released.resolve(undefined);
    await ended;
  };
  try {
    return { head: await readHead(tx, contextId), read: (work) => work(tx), confirm: async () => undefined, close };
  } catch (error) {
    await close();
    throw error;
  }
}
