import type { Show } from "../language/surrealql/tree/index.ts";
import { stampOutOfRange } from "../messages/interpret.ts";
import { printRaw } from "../values/print.ts";
import { Datetime, type Value } from "../values/value.ts";
import { ensureDatabase } from "./define/ensure.ts";
import { mayShow } from "./define/rights.ts";
import { ask, type Effect } from "./effect.ts";
import { placeOf, type Scope } from "./scope.ts";
import { takeTurns } from "./turns.ts";

/** SHOW CHANGES: what was committed since a stamp or a moment, an object for each transaction. LIMIT counts these. */
export function* runShow({ table, since, limit = Infinity }: Show, scope: Scope): Effect<Value> {
  mayShow(scope);
  yield* ensureDatabase(scope);
  const first = "version" in since ? since.version : stampOf(since.time.kind === "literal" ? since.time.value : undefined);
  if (first > latestStamp) return [];
  const range = { ...(table !== undefined && { table }), since: first };
  const shown: { readonly stamp: bigint; readonly changes: Value[] }[] = [];
  const pages = yield* ask((tx) => Promise.resolve(tx.changes(placeOf(scope), range)[Symbol.asyncIterator]()));
  try {
    for (;;) {
      const page = yield* ask(() => pages.next());
      if (page.done === true) return shown.map(entryOf);
      for (const { stamp, content } of page.value) {
        yield* takeTurns(scope);
        const last = shown.at(-1);
        if (last?.stamp === stamp) last.changes.push(content);
        else if (shown.length >= limit) return shown.map(entryOf);
        else shown.push({ stamp, changes: [content] });
      }
    }
  } finally {
    yield* ask(() => Promise.resolve(pages.return?.()));
  }
}

function entryOf({ stamp, changes }: { readonly stamp: bigint; readonly changes: readonly Value[] }): Value {
  return new Map<string, Value>([
    ["changes", changes],
    ["versionstamp", stamp],
  ]);
}

const latestStamp = 2n ** 63n - 1n;

/** The first stamp of a moment: milliseconds since 1970, times 65,536. @throws QueryError for one before */
function stampOf(time: Value): bigint {
  if (!(time instanceof Datetime) || time.nanos < 0n) throw stampOutOfRange(printRaw(time));
  return (time.nanos / 1_000_000n) << 16n;
}
