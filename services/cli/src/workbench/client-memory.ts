/** The memory of a server, through its client. */
import { openAsBlob } from "node:fs";
import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import type { Loci } from "@loci/client";
import { usage } from "../failure.ts";
import { answerOf, attributeOf, entityViewOf, inspectedOf, replyOf, sessionOf, traceOf, writtenOf } from "./answers.ts";
import type { Memory, Place } from "./memory.ts";

/**
 * @param source names this front end on the traces of what it asks
 * @param user an end user, as whom it writes and reads where no scopes are chosen
 */
export function clientMemory(loci: Loci, source: "repl" | "tui", user?: string): Memory {
  const whose = user === undefined ? {} : { user };
  const lens = (scopes: readonly string[]) => (scopes.length === 0 ? whose : { lens: clauses(scopes) });
  const written = ({ scopes, sessionId }: Place) => ({
    ...(scopes.length === 0 ? whose : { scopes: clauses(scopes) }),
    ...(sessionId === undefined ? {} : { sessionId }),
  });
  return {
    async remember(text, place, signal) {
      const answer = await loci.remember({ text, ...written(place) }, { signal });
      return writtenOf(answer, place.sessionId ?? "");
    },
    async state(entity, key, value, place, signal) {
      const triple = { entity, key, ...(typeof value === "string" ? { value } : { target: value }) };
      const answer = await loci.remember({ infer: "triples", triples: [triple], ...written(place) }, { signal });
      return writtenOf(answer, place.sessionId ?? "");
    },
    async recall(query, place, asOf, signal) {
      return answerOf(
        await loci.recall({ query, source, ...lens(place.scopes), ...(asOf === undefined ? {} : { asOf }) }, { signal }),
      );
    },
    async *chat(message, place, signal) {
      for await (const event of loci.chatStream({ message, ...written(place) }, { signal })) {
        if (event.type === "delta") yield { type: "delta", text: event.text };
        else if (event.type === "done") yield replyOf(event);
      }
    },
    async forget(query, scopes, dryRun, signal) {
      const { deleted, refs } = await loci.forget({ query, dryRun, ...lens(scopes) }, { signal });
      return { count: deleted, refs: refs.map(({ id, label }) => ({ id, label })) };
    },
    async upload(typed, scopes, onProgress, signal) {
      const path = typed.startsWith("~/") ? join(homedir(), typed.slice(2)) : typed;
      const file = await openFile(path);
      const tell = progressIn(file.size, onProgress);
      const uploaded = await loci.documents.upload(
        { file, filename: basename(path), ...(scopes.length === 0 ? whose : { scopes: clauses(scopes) }) },
        { signal, onProgress: tell },
      );
      await loci.documents.wait(uploaded.id, { signal, onStatus: ({ status }) => onProgress(status) });
      return { id: uploaded.id, deduplicated: uploaded.deduplicated };
    },
    async inspect(id, asOf, signal) {
      return inspectedOf(id, await loci.call("inspect", { query: { ref: id, ...at(asOf) } }, { signal }));
    },
    async entity({ type, name }, asOf, signal) {
      return entityViewOf(await loci.entities.get(type, name, at(asOf), { signal }));
    },
    async history({ type, name }, key, asOf, signal) {
      const { history } = await loci.entities.history(type, name, key, at(asOf), { signal });
      return history.map(attributeOf);
    },
    async entities({ offset, limit, asOf }, signal) {
      const { entities, total } = await loci.entities.list({ offset, limit, ...at(asOf) }, { signal });
      return { entities: entities.map(({ id, entityType, name }) => ({ id, type: entityType, name })), total };
    },
    async traces({ limit, since }, signal) {
      const { traces } = await loci.traces.list({ limit, ...(since === undefined ? {} : { since }) }, { signal });
      return traces.map(traceOf);
    },
    async sessions(page, signal) {
      const { sessions, total } = await loci.sessions.list(page, { signal });
      return { sessions: sessions.map(sessionOf), total };
    },
    session: async (id, signal) => sessionOf(await loci.sessions.get(id, { signal })),
    async scopes(signal) {
      const scopes = await loci.scopes.list({}, { signal });
      return scopes.filter(({ tombstonedAt }) => tombstonedAt === null).map(({ path }) => path);
    },
  };
}

/** Each path is a clause of its own: the one scope or the other. */
const clauses = (scopes: readonly string[]): string[][] => scopes.map((path) => [path]);
const at = (asOf: string | undefined) => (asOf === undefined ? {} : { asOf });

async function openFile(path: string): Promise<Blob> {
  const [found] = await Promise.allSettled([stat(path)]);
  if (found.status === "rejected") throw usage(`There is no file ${path}, or it cannot be read.`);
  if (!found.value.isFile()) throw usage(`${path} is not a file; 'loci ingest' takes folders.`);
  return openAsBlob(path);
}

/** A line for each tenth of a file that is worth it. */
function progressIn(size: number, tell: (text: string) => void): (sent: number) => void {
  const worthIt = 1_000_000;
  let told = 0;
  return (sent) => {
    const tenth = Math.floor((Math.min(sent, size) / size) * 10);
    if (size < worthIt || tenth <= told) return;
    told = tenth;
    tell(`${tenth * 10} % of ${(size / 1_000_000).toFixed(1)} MB sent`);
  };
}
