/** An import from end to end. */
import { createHash } from "node:crypto";
import type { Loci, LociError } from "@loci/client";
import { usage } from "../failure.ts";
import { sendAll, type Outcome } from "../ingest/send.ts";
import { startProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import { importers, type Tool } from "./index.ts";
import { place, type PlacedWrite, type Placing } from "./place.ts";
import type { Report } from "./report.ts";
import type { Omission, TextMode } from "./write.ts";

export interface ImportOptions extends Placing {
  readonly mode: TextMode;
  readonly registerScopes: boolean;
  /** In the place of scopes: an end user, whose all of it is. */
  readonly user?: string | undefined;
  readonly concurrency: number;
  /** No progress. */
  readonly quiet: boolean;
  readonly signal: AbortSignal;
}

export interface Ended {
  readonly report: Report;
  /** What ended it before its end. */
  readonly fatal: LociError | undefined;
}

/** @param loci undefined to see only what would be carried */
export async function importExport(
  tool: Tool,
  file: string,
  exported: unknown,
  loci: Loci | undefined,
  options: ImportOptions,
  terminal: Terminal,
): Promise<Ended> {
  const found = importers[tool](exported, options.mode);
  const { placed, homeless } = place(found.writes, options);
  const seen = { tool, file, skipped: [...found.skipped, ...homeless], left: found.left };
  if (loci === undefined) {
    const report = { ...seen, dryRun: true, carried: placed.map(({ id }) => id), failed: [], open: 0 };
    return { report, fatal: undefined };
  }
  await prepareScopes(placed, loci, options);
  const { outcomes, fatal } = await sendWrites(tool, placed, loci, options, terminal);
  return { report: { ...seen, dryRun: false, ...sorted(placed, outcomes) }, fatal };
}

async function sendWrites(tool: Tool, placed: readonly PlacedWrite[], loci: Loci, options: ImportOptions, terminal: Terminal) {
  const { concurrency, signal, quiet, user } = options;
  const progress = await startProgress(terminal, { label: "Importing", total: placed.length, unit: "records", quiet });
  let done = 0;
  return sendAll(
    placed.map((write) => ({ write, size: 0 })),
    {
      concurrency,
      signal,
      send: async ({ write }, under) => ({ kind: "uploaded", id: await send(tool, { ...write, user }, loci, under) }),
      onDone: () => progress.to(++done),
    },
  ).finally(() => progress.stop());
}

/** The same record with the same content is the same operation, whoever sends it again, for as long as the server keeps keys: a day. */
async function send(
  tool: Tool,
  { id, request, scopes, user }: PlacedWrite & Pick<ImportOptions, "user">,
  loci: Loci,
  signal: AbortSignal,
): Promise<string> {
  const where = user !== undefined ? { user } : scopes.length === 0 ? {} : { scopes: scopes.map((path) => [path]) };
  const content = JSON.stringify([id, request.body, where]);
  const idempotencyKey = `import-${tool}-${createHash("sha256").update(content).digest("hex")}`;
  if (request.kind === "facts") return (await loci.remember({ ...request.body, ...where }, { signal, idempotencyKey })).sessionId;
  return (await loci.rememberBatch({ ...request.body, ...where }, { signal, idempotencyKey })).sessionId;
}

/** Scopes must be registered before they are written to: said once, and not for each record. */
async function prepareScopes(placed: readonly PlacedWrite[], loci: Loci, { registerScopes, signal }: ImportOptions): Promise<void> {
  const wanted = new Set(placed.flatMap(({ scopes }) => scopes).map(trimmed));
  if (wanted.size === 0) return;
  if (registerScopes) {
    for (const path of wanted) await loci.scopes.register(path, { signal });
    return;
  }
  const registered = await registeredScopes(loci, signal);
  const missing = [...wanted].filter((path) => !registered.has(path));
  if (missing.length === 0) return;
  const count = missing.length === 1 ? "A scope is not registered" : `${missing.length} scopes are not registered`;
  const some = `${missing.slice(0, 3).join(", ")}${missing.length > 3 ? ", …" : ""}`;
  throw usage(`${count}: ${some}. --register-scopes registers what is missing.`);
}

/** As the server spells a path. */
function trimmed(path: string): string {
  return path.replace(/^\/+|(?<!\/)\/+$/g, "");
}

async function registeredScopes(loci: Loci, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const registered = new Set<string>();
  for await (const { path, tombstonedAt } of loci.scopes.all({ signal })) if (!tombstonedAt) registered.add(path);
  return registered;
}

function sorted(placed: readonly PlacedWrite[], outcomes: readonly Outcome[]): Pick<Report, "carried" | "failed" | "open"> {
  const carried: string[] = [];
  const failed: Omission[] = [];
  for (const [index, { id }] of placed.entries()) {
    const outcome = outcomes[index];
    if (outcome?.kind === "uploaded" || outcome?.kind === "known") carried.push(id);
    else if (outcome?.kind === "failed" || outcome?.kind === "leftOut") failed.push({ id, reason: outcome.reason });
  }
  return { carried, failed, open: placed.length - carried.length - failed.length };
}
