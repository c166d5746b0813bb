import type { Operator, Tenant } from "@loci/e2e/parts/tenants";

/** What each group of scenarios is given: the operator of a running server. Each scenario makes a context of its own. */
export type World = () => Operator;

/** One context for many requests that are refused, as they leave nothing there. */
export function forRefusals(world: World, ...scopes: readonly string[]): () => Promise<Tenant> {
  let made: Promise<Tenant> | undefined;
  return () => (made ??= world().tenant(...scopes));
}

/** Noon of a day: `on("2024-03-01")`. */
export const on = (day: string) => `${day}T12:00:00.000Z`;
