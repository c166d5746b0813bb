import type { Define } from "../../language/surrealql/tree/index.ts";
import { keptText } from "./kept-text.ts";
import type { DefinedThing, DefinitionChange, Place } from "../../store/port.ts";
import { ask, type Effect } from "../effect.ts";
import { askStore } from "../pending.ts";
import { checkMayWrite } from "../read-only.ts";
import type { Scope } from "../scope.ts";

/** Where a definition belongs. */
export interface Home {
  readonly level: DefinitionChange["level"];
  readonly place: Partial<Place>;
  readonly table?: string;
}

/** Stores a definition, or takes it away, and reads anew what is defined. */
export function* storeDefinition(
  home: Home,
  what: DefinedThing,
  name: string,
  define: Define | undefined,
  scope: Scope,
): Effect<void> {
  // A namespace or database in use that is not there is made also for what only reads.
  if (what !== "namespace" && what !== "database") checkMayWrite(scope);
  const text = define === undefined ? undefined : keptText(define);
  const isFullText = define?.what === "index" && define.index.kind === "fulltext";
  yield* askStore((tx) => tx.define({ ...home, what, name, text, isFullText }), scope);
  yield* readDefinitions(scope);
}

/** What is defined in the namespace and database in use, as the transaction sees it now. */
export function* readDefinitions(scope: Scope): Effect<void> {
  const { env } = scope;
  const { namespace, database } = env.session;
  const place = { ...(namespace === undefined ? {} : { namespace }), ...(database === undefined ? {} : { database }) };
  // Records that wait change no definition.
  env.definitions = yield* ask((tx) => tx.definitions(place));
}

export function homeOf(level: "root" | "namespace" | "database", { env: { session } }: Scope): Home {
  const { namespace, database } = session;
  if (level === "root") return { level, place: {} };
  const inNamespace = namespace === undefined ? {} : { namespace };
  if (level === "namespace") return { level, place: inNamespace };
  return { level, place: { ...inNamespace, ...(database === undefined ? {} : { database }) } };
}
