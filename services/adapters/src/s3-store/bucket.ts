/** The bucket as the store's methods use it. */
import type { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { LociError } from "@loci/kernel";
import { isObjectKey } from "@loci/ports/object-store";
import type { Client } from "minio";
import { codeOf, explained, isMissing, mayPass } from "./failure.ts";

export interface Bucket {
  readonly client: Client;
  readonly agent: Agent;
  readonly name: string;
  /** "" or ends with a slash. */
  readonly prefix: string;
  /** It keeps what is replaced or deleted as older versions. */
  readonly versioned: boolean;
  /** Content longer than this goes up in parts of this size. */
  readonly partBytes: number;
  /** Content longer than this is copied in parts of this size. */
  readonly copyBytes: number;
  readonly idleMs: number;
  /** The ids of the uploads in parts that this process has not ended. */
  readonly underWay: Set<string>;
}

export interface Stat {
  readonly size: number;
  readonly etag: string;
  readonly metaData: Readonly<Record<string, unknown>>;
}

const longestName = 1_024;
const tries = 3;
const firstPauseMs = 100;

/** @throws LociError `invalid` for what is not a key */
export function nameOf({ prefix }: Pick<Bucket, "prefix">, key: string): string {
  if (!isObjectKey(key) || prefix.length + key.length > longestName)
    throw new LociError("invalid", `This is not a key of stored content: ${key}`);
  return prefix + key;
}

/** Asks the store; what may pass is tried again, as everything asked of it may safely happen twice. @throws LociError `unavailable` */
export async function ask<T>(what: string, act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      if (attempt === tries || !mayPass(error)) throw explained(error, what);
    }
    await pause(firstPauseMs * attempt ** 2);
  }
}

/** The same, where nothing may be there: then the answer is undefined. */
export function askIfThere<T>(what: string, act: () => Promise<T>): Promise<T | undefined> {
  return ask<T | undefined>(what, async () => {
    try {
      return await act();
    } catch (error) {
      // Without the right to list, a store says "forbidden" of what is not there; that stays an error.
      if (isMissing(error) && codeOf(error) !== "NoSuchBucket") return undefined;
      throw error;
    }
  });
}

export function stat({ client, name }: Bucket, object: string, what: string): Promise<Stat | undefined> {
  return askIfThere(what, () => client.statObject(name, object));
}
