import type { TableDefinition } from "../../catalog/definitions.ts";
import { QueryError } from "../../errors.ts";
import { eventFailed } from "../../messages/document.ts";
import { saidPlainly } from "../../messages/interpret.ts";
import { RecordId, type ObjectValue, type Value } from "../../values/value.ts";
import { catchingReturn } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate } from "../evaluate.ts";
import { Frame } from "../frame.ts";
import { noteChange } from "../live.ts";
import { settle } from "../pending.ts";
import { asSystem, inside, type Scope } from "../scope.ts";
import { isTruthy } from "../../values/compare.ts";

export interface Happened {
  readonly event: "CREATE" | "UPDATE" | "DELETE";
  readonly before: ObjectValue | undefined;
  readonly after: ObjectValue | undefined;
  /** What the statement gave. */
  readonly input: Value;
}

/** What an event counts: the language gives up after some two dozen events that cause each other. */
const eventStep = 4.2;

/** Tells live queries and the table's events of one record that was written. */
export function* runEvents(
  table: TableDefinition | undefined,
  { event, before, after, input }: Happened,
  scope: Scope,
): Effect<void> {
  const id = (after ?? before)?.get("id");
  if (id instanceof RecordId) noteChange({ action: event, id, before, after }, scope);
  if (table === undefined || table.events.size === 0 || scope.env.session.importing === true) return;
  const current = event === "DELETE" ? before : after;
  const variables = new Map<string, Value>([
    ["event", event],
    ["value", current],
    ["before", before],
    ["after", after],
    ["input", input],
  ]);
  const here = inside(asSystem(scope), { frame: new Frame(scope.frame, variables), current }, eventStep);
  // What was to be written before is no failure of an event.
  yield* settle(scope);
  for (const [name, { tree }] of table.events) {
    try {
      if (!isTruthy(yield* evaluate(tree.when, here))) continue;
      for (const action of tree.then) yield* catchingReturn(evaluate(action, here));
      // A record that is there already is this event's failure, not the next one's.
      yield* settle(scope);
    } catch (error) {
      if (error instanceof QueryError) throw eventFailed(name, saidPlainly(error).message);
      throw error;
    }
  }
}
