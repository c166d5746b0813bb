/**
 * Loaded into a process of Loci before its own code (`--import`), it lets that process die at one point of its writing: before or
 * after a transaction is committed, or something is sent to the object store or the search index. What there is to choose from is
 * found by writing the points that a process passes into a file.
 */
import { appendFileSync, readFileSync, renameSync } from "node:fs";
import http from "node:http";
import { syncBuiltinESMExports } from "node:module";
import pg from "pg";

const role = process.env["LOCI_MORTAL_ROLE"] ?? "";
const folder = process.env["LOCI_MORTAL_FOLDER"] ?? "";
/** Where others than the database take writes: host:port and what it is called. */
const places = new Map((process.env["LOCI_MORTAL_PLACES"] ?? "").split(",").map((place) => place.split("=") as [string, string]));

/** Dies where this point is the one that is named in the folder; only one process does. */
function pass(point: string): void {
  appendFileSync(`${folder}/passed`, `${role}: ${point}\n`);
  let wanted = "";
  try {
    wanted = readFileSync(`${folder}/armed`, "utf8");
  } catch {
    return;
  }
  if (wanted !== `${role}: ${point}`) return;
  try {
    renameSync(`${folder}/armed`, `${folder}/died`);
  } catch {
    return;
  }
  process.kill(process.pid, "SIGKILL");
}

const written = /\b(?:insert\s+into|update|delete\s+from)\s+(?:only\s+)?([a-z_]+\.[a-z_]+)/gi;
type Query = (...args: unknown[]) => unknown;

/** Which tables a connection's transaction has written so far. */
const tables = new WeakMap<object, Set<string>>();
const prototype = pg.Client.prototype as unknown as { query: Query };
const query = prototype.query;
prototype.query = function (this: object, ...args: unknown[]): unknown {
  const [asked] = args;
  const text = typeof asked === "string" ? asked : ((asked as { text?: string } | undefined)?.text ?? "");
  const held = tables.get(this) ?? new Set<string>();
  tables.set(this, held);
  if (/^begin\b/.test(text)) held.clear();
  for (const [, table] of text.matchAll(written)) if (table !== undefined) held.add(table);
  if (text !== "commit" || held.size === 0) return query.apply(this, args);
  const point = `commit of ${[...held].sort().join(", ")}`;
  pass(`before ${point}`);
  return (query.apply(this, args) as Promise<unknown>).then((result) => {
    pass(`after ${point}`);
    return result;
  });
};

const request = http.request.bind(http) as (...args: unknown[]) => http.ClientRequest;
http.request = (...args: unknown[]) => {
  const sent = request(...args);
  const place = places.get(sent.getHeader("host")?.toString() ?? "");
  if (place === undefined || sent.method === "GET" || sent.method === "HEAD") return sent;
  // A search is sent by POST too; it writes nothing.
  const path = sent.path.split("?")[0] ?? "";
  if (/_m?search|_count|_refresh|_pit|_mget/.test(path)) return sent;
  const what = `${sent.method} ${/_[a-z_]+$/.exec(path)?.[0] ?? ""}`.trim();
  pass(`before ${what} at ${place}`);
  sent.once("response", () => pass(`after ${what} at ${place}`));
  return sent;
};
syncBuiltinESMExports();
