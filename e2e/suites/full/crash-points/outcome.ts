/** All that a reader and an auditor see of a context, but for ids and times. */
import { library } from "@loci/e2e/parts/documents";
import { succeeded } from "@loci/e2e/parts/memory";
import type { Place } from "./place.ts";

interface Audit {
  readonly rows: readonly { readonly kind: string; readonly decision?: string; readonly rule?: string }[];
}
interface Turns {
  readonly turns: readonly { readonly content: string }[];
}
interface Key {
  readonly principal: string;
  readonly name: string;
  readonly state: string;
}

/** @returns "gone" where there is no such context any more */
export async function outcomeOf({ reader, management, contextId }: Place) {
  if ((await management.get(`/contexts/${contextId}`)).status === 404) return "gone";
  const get = async <Body>(path: string) => succeeded(await reader.get<Body>(path));
  const { sessions } = await get<{ sessions: { id: string }[] }>("/sessions?limit=100");
  const turns = await Promise.all(sessions.map(({ id }) => get<Turns>(`/sessions/${id}/turns?limit=100`)));
  const { entities } = await reader.entities({ limit: "100" });
  const known = await Promise.all(
    entities.map(async ({ entityType, name }) => {
      const { attributes, relations } = await reader.entity(`${entityType}/${name}`);
      const facts = [
        ...attributes.map(({ key, value, sources }) => `${key} ${value} ${sources.length}`),
        ...relations.map(({ subject, label, object, sources }) => `${subject} ${label} ${object} ${sources.length}`),
      ];
      return [`${entityType}/${name}`, ...facts.sort()];
    }),
  );
  const shelf = library(reader);
  const documents = await Promise.all(
    (await shelf.list()).map(async ({ id, title, status, version, chunks }) => {
      const raw = await reader.get<string>(`/documents/${id}/raw`);
      return [title, status, version, chunks, raw.status === 200 ? raw.body : raw.status] as const;
    }),
  );
  const { uncertainties } = await get<{ uncertainties: { about: string; status: string }[] }>("/uncertainties?limit=100");
  const principals = succeeded(await management.get<{ id: string; grants: unknown }[]>(`/contexts/${contextId}/principals`));
  const keys = succeeded(await management.get<Key[]>(`/contexts/${contextId}/keys`));
  const { rows } = await get<Audit>("/audit?limit=500&kind=decision");
  const found = succeeded(await reader.post<{ total: number }>("/fsck", {}));
  const { hits } = await reader.recall("Who lives or works where?", { mode: "hybrid", k: 20 });
  const passages = documents.length === 0 ? [] : (await shelf.passages("salted herring")).results;
  return {
    turns: turns.flatMap((page) => page.turns.map(({ content }) => content)).sort(),
    known: known.sort(),
    documents,
    uncertainties: uncertainties.map(({ about, status }) => `${status} ${about}`).sort(),
    principals: principals.map(({ id, grants }) => `${id} ${JSON.stringify(grants)}`).sort(),
    keys: keys.map(({ principal, name, state }) => `${state} ${principal}/${name}`).sort(),
    decisions: rows.map(({ decision = "", rule = "" }) => `${decision} ${rule}`).sort(),
    wrong: found.total,
    hits: hits.map(({ text }) => text).sort(),
    passages: passages.map(({ chunk }) => chunk.text).sort(),
  };
}

export type Outcome = Awaited<ReturnType<typeof outcomeOf>>;
