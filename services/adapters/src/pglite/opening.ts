import { join, numbered, sql, type TransactionOptions } from "@loci/ports/database";
import type { Statement } from "../postgres/sendable.ts";
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
  const calls = set.map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  const { text, values } = numbered(sql`select ${join(calls)}`);
  return [planned(begin), planned(text, values)];
}

function planned(text: string, values: Statement["values"] = []): Statement {
  return { name: text, text, values };
}
