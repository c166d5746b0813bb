/** Where durable work runs, as one line: `temporal://host:port/namespace`, with TLS `temporals://…`. */
import { z } from "zod";
import { hostAndPort } from "./listen-address.ts";

/** A Temporal server; the namespace is this installation's alone. */
export interface RunnerAddress {
  /** host:port */
  readonly address: string;
  readonly namespace: string;
  /** Whether its certificate is checked and what travels is encrypted: temporals://. */
  readonly tls: boolean;
}

/** A zod transform. */
export function runnerAddress(given: string | undefined, check: z.RefinementCtx): RunnerAddress | undefined {
  if (given === undefined) return undefined;
  const [, s = "", address = "", namespace = ""] = /^temporal(s?):\/\/([^/?#@]+)\/([A-Za-z0-9][A-Za-z0-9._-]*)$/.exec(given) ?? [];
  if (hostAndPort(address) !== undefined) return { address, namespace, tls: s === "s" };
  check.addIssue({ code: "custom", message: "must be temporal://host:port/namespace, or temporals://… with TLS" });
  return z.NEVER;
}
