/** What a deed is, and the context of its own in which each is done. */
import { memory, succeeded, type Caller, type Memory, type Reply } from "@loci/e2e/parts/memory";

export interface Place {
  readonly contextId: string;
  readonly reader: Memory;
  readonly management: Caller;
  /** Another one in the same deployment, whose id begins with this one's. */
  readonly another: (suffix: string) => Promise<Place>;
}

export interface Deed {
  readonly name: string;
  /** @returns what the request needs to know of what is there */
  readonly prepare?: (place: Place) => Promise<string>;
  /** One request; `headers` hold its Idempotency-Key. */
  readonly send: (place: Place, headers: Record<string, string>, prepared: string) => Promise<Reply<unknown>>;
  /** Whether afterwards all is as it was before. */
  readonly isUnseen?: boolean;
}

/** A new context with a key of its administrator. */
export async function newPlace(url: string, management: Caller, contextId: string): Promise<Place> {
  succeeded(await management.post(`/contexts/${contextId}`, {}));
  const minted = await management.post<{ key: string }>(`/contexts/${contextId}/principals/admin/keys/admin`, {});
  return {
    contextId,
    management,
    reader: memory(url, contextId, succeeded(minted).key),
    another: (suffix) => newPlace(url, management, `${contextId}-${suffix}`),
  };
}
