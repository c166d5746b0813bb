import { isDeepStrictEqual } from "node:util";
import { LociError, rootPath } from "@loci/kernel";
import type { Call } from "@loci/platform/call";
import type { AuthService, graph } from "@loci/protos";
import type { Transaction } from "@loci/ports/database";
import { readConfig, stages } from "../domain/config.ts";
import { systemPrincipalId } from "../domain/fields.ts";
import { requireGivable, type Manager } from "../domain/granting.ts";
import { isContextAdmin } from "../domain/grants.ts";
import { readPolicy } from "../domain/policy.ts";
import { readLine, withoutKeySigns, writeLine, type AuthLine, type ContextSettings } from "./transfer-lines.ts";
import { lockContext, updateContext } from "../store/contexts.ts";
import { listPrincipals, type PrincipalRecord } from "../store/principals.ts";
import { isUniqueViolation } from "../store/rows.ts";
import { listScopes } from "../store/scopes.ts";
import {
  addGrantsChanges,
  addPrincipals,
  addScopes,
  listGrantsChanges,
  principalsMadeAt,
  type PlacedChange,
} from "../store/transfer.ts";
import { contextCaller, noSuchContext, refusedKey, requireContext, requireServed, namedContext, type AuthParts } from "./deps.ts";
import { keepProviderKeys } from "./model-settings.ts";

const batch = 1_000;
const reserved: ReadonlySet<string> = new Set([systemPrincipalId, "admin"]);

/** What auth knows of a context, as lines of JSON, and back. */
export function transferRpcs(parts: AuthParts): Pick<AuthService<Call>, "export" | "import"> {
  return {
    export: (request, call) => exportContext(parts, request.contextId, call),
    import: (requests, call) => importContext(parts, requests, call),
  };
}

/** @throws LociError `forbidden` for a principal without grant:manage over the whole context */
function transferCaller(call: Call, request: { readonly contextId: string }) {
  if (call.caller.kind === "service") {
    const contextId = namedContext({ contextId: request.contextId || call.caller.contextId });
    requireServed(call, contextId);
    return { contextId, manager: undefined };
  }
  const { contextId, manager } = contextCaller(call, request);
  if (manager !== undefined && !isContextAdmin(manager.grants)) {
    throw new LociError("forbidden", "This needs grant:manage over the whole context.");
  }
  return { contextId, manager };
}

async function* exportContext({ database }: AuthParts, named: string, call: Call): AsyncGenerator<graph.ExportLine> {
  const { contextId } = transferCaller(call, { contextId: named });
  const read = <T>(work: (tx: Transaction) => Promise<T>) => database.inContext(contextId, work, { readOnly: true });
  const message = (lines: readonly AuthLine[]): graph.ExportLine => ({
    lines: lines.map(writeLine),
    embedding: null,
    revision: 0,
  });

  const context = await read((tx) => requireContext(tx, contextId));
  yield message([{ type: "context", value: context }]);
  yield* pages(
    (last?: { path: string }) => {
      const page = { limit: batch, after: last && [last.path] };
      return read((tx) => listScopes(tx, contextId, [rootPath], { page, tombstoned: true }));
    },
    (scopes) => message(scopes.map((value) => ({ type: "scope", value }))),
  );
  yield* pages(
    (last?: PrincipalRecord) => read((tx) => listPrincipals(tx, contextId, { limit: batch, after: last && [last.id] })),
    (principals) => message(principals.filter((one) => !one.reserved).map((value) => ({ type: "principal", value }))),
  );
  yield* pages(
    (last?: PlacedChange) => read((tx) => listGrantsChanges(tx, contextId, last?.position ?? 0, batch)),
    (changes) => message(changes.map((value) => ({ type: "grantChange", value }))),
  );
}

/** Page after page, each read after the last row of the one before, until one is empty. */
async function* pages<T>(
  readAfter: (last?: T) => Promise<T[]>,
  message: (rows: T[]) => graph.ExportLine,
): AsyncGenerator<graph.ExportLine> {
  for (let rows = await readAfter(); rows.length > 0; rows = await readAfter(rows.at(-1))) yield message(rows);
}

async function importContext(
  parts: AuthParts,
  requests: AsyncIterable<graph.ImportLine>,
  call: Call,
): Promise<graph.ImportResponse> {
  const tally = { imported: new Map<string, number>(), skipped: new Map<string, number>() };
  const progress: Progress = { own: new Set(), since: undefined };
  for await (const request of requests) {
    const { contextId, manager } = transferCaller(call, request);
    const lines = request.lines.map((text, i) => readLine(text, request.firstLine + i));
    if (lines.length === 0) continue;
    const added = await parts.database.inContext(contextId, (tx) => addLines(tx, parts, { contextId, manager, progress }, lines));
    for (const { type } of lines) count(tally.skipped, type, 1);
    for (const [type, n] of added) {
      count(tally.imported, type, n);
      count(tally.skipped, type, -n);
    }
  }
  parts.forgetAnswers();
  const nonZero = (counts: Map<string, number>) => Object.fromEntries([...counts].filter(([, n]) => n > 0));
  return { imported: nonZero(tally.imported), skipped: nonZero(tally.skipped), dangling: {}, danglingIds: [], unembedded: 0 };
}

interface Importer {
  readonly contextId: string;
  readonly manager: Manager | undefined;
  readonly progress: Progress;
}

/** What the lines so far have told. */
interface Progress {
  /** Principals of the file that are the same here; the history of others is not mixed with what is here. */
  readonly own: Set<string>;
  /** When the context was made that the first line came to: another one under its id was made later. */
  since: number | undefined;
}

/** @returns how many lines of each type had an effect */
async function addLines(
  tx: Transaction,
  parts: AuthParts,
  importer: Importer,
  lines: readonly AuthLine[],
): Promise<Map<string, number>> {
  const { contextId, manager, progress } = importer;
  const added = new Map<string, number>();
  const context = await lockContext(tx, contextId);
  if (context === undefined) throw noSuchContext();
  if ((progress.since ??= context.createdAt) !== context.createdAt) throw refusedKey();
  for (const line of lines) {
    // Settings and limits are management's to set: a principal's import leaves them.
    if (line.type === "context" && manager === undefined && (await applySettings(tx, parts, contextId, line.value)))
      count(added, "context", 1);
  }
  const scopes = lines.flatMap((line) => (line.type === "scope" ? [line.value] : []));
  if (scopes.length > 0) count(added, "scope", await addScopes(tx, contextId, scopes));
  const principals = lines.flatMap((line) => (line.type === "principal" && !reserved.has(line.value.id) ? [line.value] : []));
  if (principals.length > 0) count(added, "principal", await importPrincipals(tx, importer, principals));
  const changes = lines.flatMap((line) =>
    line.type === "grantChange" && !reserved.has(line.value.principalId) ? [line.value] : [],
  );
  if (changes.length > 0) {
    const here = await principalsMadeAt(
      tx,
      contextId,
      changes.map((one) => one.principalId),
    );
    const taken = changes.filter(({ principalId }) => progress.own.has(principalId) || !here.has(principalId));
    if (taken.length > 0) count(added, "grantChange", await addGrantsChanges(tx, contextId, taken, manager?.principalId ?? ""));
  }
  return added;
}

async function importPrincipals(
  tx: Transaction,
  { contextId, manager, progress }: Importer,
  principals: readonly PrincipalRecord[],
): Promise<number> {
  if (manager !== undefined) for (const { grants } of principals) requireGivable(manager, grants);
  const made = await addPrincipals(tx, contextId, principals).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw new LociError("conflict", "Another principal here has a display name or external id of one that is imported.", {
      cause: error,
    });
  });
  const here = await principalsMadeAt(
    tx,
    contextId,
    principals.map((one) => one.id),
  );
  for (const { id, createdAt } of principals) if (here.get(id) === createdAt) progress.own.add(id);
  return made.length;
}

/** Takes the place of the settings that are there; the keys of providers go with the places that they were given for. */
async function applySettings(tx: Transaction, parts: AuthParts, contextId: string, settings: ContextSettings): Promise<boolean> {
  const before = await requireContext(tx, contextId);
  const { config } = readConfig(JSON.stringify(settings.config), parts.modelHosts);
  const policy = readPolicy(JSON.stringify(settings.policy));
  const { displayName } = settings;
  const present = { displayName: before.displayName, config: withoutKeySigns(before.config), policy: before.policy };
  const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value));
  if (isDeepStrictEqual(asJson(present), asJson({ displayName, config, policy }))) return false;
  await updateContext(tx, { ...before, displayName, config, policy });
  await keepProviderKeys(tx, parts, contextId, new Map(stages.map((stage) => [stage, undefined])));
  return true;
}

function count(counts: Map<string, number>, type: string, n: number): void {
  counts.set(type, (counts.get(type) ?? 0) + n);
}
