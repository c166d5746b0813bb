import { createHash } from "node:crypto";
import { LociError } from "@loci/kernel";
import { principalOf, type Call } from "@loci/platform/call";
import { invalidFields } from "./input.ts";
import type { RequestFacts } from "./route.ts";

const visible = /^[\x21-\x7e]{1,256}$/;

/** What a repeated write is recognised by: the caller's key and a hash of what was asked. Both empty without a key. */
export interface Operation {
  readonly key: string;
  readonly hash: Uint8Array;
}

const noOperation: Operation = { key: "", hash: new Uint8Array() };

/** Runs writes that carry an Idempotency-Key, and refuses one whose twin is still under way in this process. */
export interface OperationGate {
  run<T>(request: RequestFacts, body: unknown, call: Call, work: (operation: Operation) => Promise<T>): Promise<T>;
}

export function createOperationGate(): OperationGate {
  const underWay = new Set<string>();
  return {
    async run(request, body, call, work) {
      const key = request.header("idempotency-key");
      if (key === undefined) return work(noOperation);
      if (!visible.test(key)) {
        throw invalidFields([{ pointer: "/headers/idempotency-key", detail: "must have 1 to 256 visible ASCII characters" }]);
      }
      const { contextId, principalId, delegatedPrincipalId } = principalOf(call);
      const place = JSON.stringify([contextId, principalId, delegatedPrincipalId, key]);
      if (underWay.has(place))
        throw new LociError("conflict", "A request with this Idempotency-Key is still under way.", { retryAfterSeconds: 1 });
      underWay.add(place);
      try {
        return await work({ key, hash: requestHash(request, body) });
      } finally {
        underWay.delete(place);
      }
    },
  };
}

/** SHA-256 of method, path and body. The body is the checked one: spelling, order and white space do not count. */
function requestHash(request: RequestFacts, body: unknown): Uint8Array {
  return createHash("sha256")
    .update(`${request.method}\n${request.path}\n${JSON.stringify(body)}`)
    .digest();
}
