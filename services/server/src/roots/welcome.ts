/** What a start prints. Every command in it works as it stands. */
import type { DatabaseAddress } from "../config.ts";

export interface Place {
  readonly url: string;
  readonly database: DatabaseAddress;
}

export interface FirstKeys {
  readonly contextId: string;
  readonly contextKey: string;
  /** "" where the database had one already. */
  readonly managementKey: string;
}

/** The address as a client on this machine writes it. */
export function urlOf(host: string, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  return `http://${everywhere ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function firstStartText(place: Place, { contextId, contextKey, managementKey }: FirstKeys): string {
  const api = `${place.url}/api/v1/${contextId}`;
  const curl = (path: string, body: object) => {
    const key = quoted(`Authorization: Bearer ${contextKey}`);
    return `curl -s ${api}/${path} -H ${key} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`;
  };
  return `
Loci serves on ${place.url}. Stop it with Ctrl-C.

  Console         ${consoleOf(place.url, contextId)}
  Data            ${dataOf(place.database)}
  Context id      ${contextId}
  Context key     ${contextKey}
  Management key  ${managementKey === "" ? "(made before)" : managementKey}

The keys are shown this once: keep them. Try it in another terminal, in this folder:

export SERVICE_URL=${place.url} SERVICE_CONTEXT_ID=${contextId} SERVICE_API_KEY=${quoted(contextKey)}
npx loci remember "Mina moved from Porto to Lisbon in March 2024. She works as an architect at Acme."
npx loci recall "Where does Mina live?"

or without the client:

${curl("facts", { text: "Mina speaks Portuguese and Danish." })}
${curl("query", { query: "Which languages does Mina speak?" })}

`;
}

/** A context of a database that was used before. */
export interface KnownContext {
  readonly id: string;
  /** A key that works and administers it; undefined where none does. */
  readonly keyName: string | undefined;
  /** A name that no key of it bears. */
  readonly freeName: string;
}

/** @param lost the context whose key may be lost, of those that there are; undefined where there is none */
export function laterStartText(place: Place, contexts: readonly string[], lost: KnownContext | undefined): string {
  const first = lost?.id;
  const console = consoleOf(place.url, first ?? "");
  const head = `\nLoci serves on ${place.url}. Stop it with Ctrl-C.\n\n  Console         ${console}\n  Data            ${dataOf(place.database)}`;
  if (lost === undefined) return `${head} (empty)\n\nThere is no context yet: start with --bootstrap to make one.\n\n`;
  const connection = place.database.kind === "pglite" ? ` --connection-string ${quoted(`pglite:${place.database.folder}`)}` : "";
  return `${head} (reused: what was remembered is there)
  Contexts        ${contexts.join(", ")}

The keys were shown at the first start and are not shown again. Lost? Stop Loci, then
${newSecretLine(lost, connection)}

`;
}

function newSecretLine({ id, keyName, freeName }: KnownContext, connection: string): string {
  if (keyName !== undefined) return `  npx loci-server keys rotate ${id} ${quoted(keyName)}${connection}`;
  return `  npx loci-server keys mint ${id} admin ${freeName}${connection}`;
}

/** Where the console asks for a key; "" for a context that is not there yet. */
function consoleOf(url: string, contextId: string): string {
  return `${url}/console/${encodeURIComponent(contextId)}`;
}

function dataOf(database: DatabaseAddress): string {
  if (database.kind === "pglite") return database.folder;
  const { host, pathname } = new URL(database.url);
  return `postgres://${host}${pathname}`;
}

/** A word for a POSIX shell; a pinned key may hold anything. */
function quoted(word: string): string {
  return /^[\w.:/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
