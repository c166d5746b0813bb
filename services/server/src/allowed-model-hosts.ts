import { readHostPolicy, type HostPolicy } from "@loci/platform/outbound";
import { z } from "zod";

/** Reads the hosts that contexts' own settings may name for models, beside public ones. */
export function modelHosts(given: string, check: z.RefinementCtx): HostPolicy {
  const read = readHostPolicy(given);
  if ("policy" in read) return read.policy;
  const message = `must be names, name:port, addresses or networks, separated by commas; '${read.wrong}' is none`;
  check.addIssue({ code: "custom", message });
  return z.NEVER;
}
