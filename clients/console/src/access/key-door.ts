import type { Schemas } from "@loci/client";
import type { Grants } from "./grants.ts";

export type KeyDetail = Schemas["KeyDetail"];
export type MintedKey = Schemas["MintedKey"];

export interface KeyWish {
  readonly name: string;
  readonly principalId: string;
  readonly grants: Grants | undefined;
  readonly ttlSeconds: number | undefined;
}

/** Where keys are reached: one's own with a context key, anybody's with a management key. */
export interface KeyDoor {
  /** Names the door in the cache. */
  readonly name: string;
  /** Whose keys can be minted: one of these. */
  readonly principalIds: readonly string[];
  readonly list: (signal: AbortSignal) => Promise<KeyDetail[]>;
  readonly mint: (wish: KeyWish) => Promise<MintedKey>;
  readonly rotate: (key: KeyDetail, overlapSeconds: number) => Promise<MintedKey>;
  readonly revoke: (key: KeyDetail) => Promise<void>;
  /** Whether a key can be rotated and revoked here. */
  readonly isWithin: (key: KeyDetail) => boolean;
}
