import type { Statement, TransactionOptions } from "@loci/ports/database";
import type { Scope } from "../postgres/begin.ts";

/**
 * What begins a transaction, as statements that keep their plans. One session waits for no lock, so no time is set for it; the role is set
 * as the session's own user is a superuser, whom row-level security does not bind.
 */
export function openingOf(scope: Scope, { readOnly, settings = {} }: TransactionOptions): readonly Statement[] {
  const begin = readOnly === true ? "begin isolation level repeatable read read only" : "begin";
  const set = Object.entries(settings);
  if (scope !== "owner") set.push(["role", "loci_app"], ["app.ctx", scope.contextId]);
  if (set.length === 0) return [planned(begin)];
  const calls = set.map((_, i) => `set_config($${2 * i + 1}, $${2 * i + 2}, true)`);
  return [planned(begin), planned(`select ${calls.join(", ")}`, set.flat())];
}

function planned(text: string, values: readonly string[] = []): Statement {
  return { name: text, text, values };
}
