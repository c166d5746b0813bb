/** Contexts and principals as an operator makes them, over the management API of a running Loci. */
import type { AnswerCheck } from "./api-document.ts";
import { caller, memory, type Caller, type Memory, type Reply } from "./memory.ts";

export type Grants = Readonly<Record<string, readonly string[]>>;

export interface MintedKey {
  readonly id: string;
  readonly key: string;
  readonly validUntil: string | null;
}

export interface Tenant extends Memory {
  readonly key: string;
  /** The same key with headers of its own on each request, or another key in the same context. */
  with(other: { readonly key?: string; readonly headers?: Readonly<Record<string, string>> }): Memory;
  /** A new principal with these grants, and its key; `keyGrants` and `ttlSeconds` narrow the key. */
  member(grants: Grants, narrowed?: { readonly keyGrants?: Grants; readonly ttlSeconds?: number }): Promise<Member>;
  register(...paths: readonly string[]): Promise<void>;
}

export interface Member extends Memory {
  readonly key: string;
  readonly principalId: string;
}

export interface Operator extends Caller {
  readonly url: string;
  /** The management key. */
  readonly key: string;
  /** A context of its own, empty, with the given scopes registered; the tenant holds its administrator's key. */
  tenant(...scopes: readonly string[]): Promise<Tenant>;
}

/** @param check held against each answer, of tenants and members too; what it finds is thrown */
export function operator(url: string, managementKey: string, check?: AnswerCheck): Operator {
  const management = caller(`${url}/api/v1`, managementKey, {}, check);
  let made = 0;
  const create = async <Body>(path: string, body: unknown): Promise<Body> => {
    const { status, body: answer }: Reply<Body> = await management.post<Body>(path, body);
    if (status !== 201) throw new Error(`${path}: ${status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    ...management,
    url,
    key: managementKey,
    async tenant(...scopes) {
      const id = `tenant-${++made}`;
      await create("/contexts", { id });
      const { key } = await create<MintedKey>(`/contexts/${id}/principals/admin/keys/admin`, {});
      const register = async (...paths: readonly string[]) => {
        for (const path of paths) await create(`/contexts/${id}/scopes`, { path });
      };
      await register(...scopes);
      return {
        ...memory(url, id, key, {}, check),
        key,
        register,
        with: (other) => memory(url, id, other.key ?? key, other.headers, check),
        async member(grants, { keyGrants, ttlSeconds } = {}) {
          const name = `member ${++made}`;
          const { id: principalId } = await create<{ id: string }>(`/contexts/${id}/principals`, {
            displayName: name,
            kind: "agent",
            grants,
          });
          const path = `/contexts/${id}/principals/${encodeURIComponent(principalId)}/keys/key-${made}`;
          const minted = await create<MintedKey>(path, { grants: keyGrants, ttlSeconds });
          return { ...memory(url, id, minted.key, {}, check), key: minted.key, principalId };
        },
      };
    },
  };
}
