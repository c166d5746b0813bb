/** What may match and stands in no index, so that all of it is looked at, page by page: silent turns, and for a purge what was forgotten before or said by replaced versions of documents. */
import { LociError, normaliseName, selfName } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { common, graph, GraphService } from "@loci/protos";
import { analyse } from "@loci/text";
import type { Forgetting } from "./question.ts";
import { isFact, mayMatch } from "./relevance.ts";

/** Records of one page: facts and entities are short, texts may be long. */
const shortOnes = 500;
const longOnes = 100;
/**
 * Characters of such records that one forgetting looks at, at 0.1 microseconds each for the first sieve; beyond that it is to be narrowed by
 * scopes.
 */
const mostSifted = 64_000_000;

export interface UnindexedRecords {
  /** Forgotten entities that one of these names may mean. */
  named(names: readonly string[]): Promise<graph.MemoryRecord[]>;
  /** Forgotten facts and texts that may match, and what replaced versions of documents said. @param named the entities of the names that are asked for */
  forgotten(forgetting: Forgetting, named: ReadonlySet<string>): AsyncIterable<graph.MemoryRecord>;
  /** Turns that stand, may match, and say again what is known or ask for it: answers, quotations, questions. */
  silent(forgetting: Forgetting): AsyncIterable<graph.MemoryRecord>;
}

type Kind = "entity" | "fact" | "statement" | "quote" | "turn" | "chunk" | "silent";

/** Looks within the region that the caller may forget, narrowed by the lens. @param pause called between records */
export function unindexedRecords(
  service: Pick<GraphService<Call>, "listForgotten">,
  lens: common.ScopeSet | null,
  call: Call,
  pause: () => Promise<void>,
): UnindexedRecords {
  let sifted = 0;

  async function* all(kind: Kind): AsyncGenerator<graph.MemoryRecord> {
    const limit = kind === "entity" || kind === "fact" || kind === "statement" ? shortOnes : longOnes;
    for (let after = ""; ;) {
      const { records, next } = await service.listForgotten({ kind, after, limit, lens }, call);
      for (const record of records) {
        await pause();
        sifted += record.text.length;
        yield record;
      }
      if (sifted > mostSifted) throw tooMuch();
      if (next === "") return;
      after = next;
    }
  }

  async function* likely(kind: Kind, forgetting: Forgetting, named: ReadonlySet<string>): AsyncGenerator<graph.MemoryRecord> {
    for await (const record of all(kind)) {
      const terms = new Set(analyse(`${record.speaker} ${record.text}`));
      const isOfNamed = named.has(record.entityId) || named.has(record.targetEntityId);
      if (mayMatch(forgetting, terms, isOfNamed, isFact(record))) yield record;
    }
  }

  return {
    async named(names) {
      const sought = new Set(names.map(normaliseName).filter((name) => name !== "" && name !== selfName));
      const found: graph.MemoryRecord[] = [];
      if (sought.size === 0) return found;
      for await (const entity of all("entity")) if (nameAmong(sought, entity.entityName) !== undefined) found.push(entity);
      return found;
    },
    async *forgotten(forgetting, named) {
      for (const kind of ["fact", "statement", "quote", "turn", "chunk"] as const) yield* likely(kind, forgetting, named);
    },
    silent: (forgetting) => likely("silent", forgetting, new Set()),
  };
}

/** The forgotten entities as graph tells of those that stand: each with the name that it was found by. */
export function asFound(entities: readonly graph.MemoryRecord[], names: readonly string[]): graph.FoundEntity[] {
  const sought = new Set(names.map(normaliseName));
  return entities.map(({ entityId: id, entityType, entityName: name }) => ({
    ...{ id, entityType, name },
    matchedName: nameAmong(sought, name) ?? name,
  }));
}

/** The sought name that an entity's is, or begins with as with a first name. */
function nameAmong(sought: ReadonlySet<string>, entityName: string): string | undefined {
  const name = normaliseName(entityName);
  const first = name.split(" ")[0] ?? "";
  return [name, first].find((one) => sought.has(one));
}

function tooMuch(): LociError {
  return new LociError(
    "too_large",
    `More than ${mostSifted.toLocaleString("en")} characters that no index holds would have to be compared; narrow it by scopes.`,
  );
}
