/** A folder's upload from end to end. */
import { basename } from "node:path";
import type { Loci, LociError } from "@loci/client";
import { contentOf, noDocument, startOf } from "../files.ts";
import { bytesText, startProgress } from "../progress.ts";
import type { Terminal } from "../terminal.ts";
import { knownDocuments } from "./known.ts";
import type { Report } from "./report.ts";
import { sendAll, type Outcome } from "./send.ts";
import { waitForAll } from "./wait.ts";
import { walk, type FoundFile, type Selection, type Walked } from "./walk.ts";

/** What no field of the server takes. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u;

export interface IngestOptions extends Selection {
  readonly scopes: readonly string[] | undefined;
  /** In their place: an end user, whose it is. */
  readonly user: string | undefined;
  readonly labels: readonly string[] | undefined;
  readonly observedAt: string | undefined;
  readonly concurrency: number;
  readonly dryRun: boolean;
  readonly wait: boolean;
  /** No progress. */
  readonly quiet: boolean;
  readonly signal: AbortSignal;
}

export interface Ingested {
  readonly report: Report;
  /** What ended it before its end. */
  readonly fatal: LociError | undefined;
}

export async function ingestFolder(folder: string, loci: Loci, options: IngestOptions, terminal: Terminal): Promise<Ingested> {
  const { signal, dryRun, quiet } = options;
  const walked = await walk(folder, options);
  const known = await knownDocuments(loci, options.user === undefined ? options.scopes : [`user/${options.user}`], signal);
  const label = dryRun ? "Looking" : "Uploading";
  const progress = await startProgress(terminal, { label, total: walked.files.length, unit: "files", quiet });
  let done = 0;
  let bytes = 0;
  const sent = await sendAll(walked.files, {
    concurrency: options.concurrency,
    signal,
    async send(file, under) {
      const reason = noDocument(file.name, file.size, await startOf(file.path));
      if (reason !== undefined) return { kind: "leftOut", reason };
      if (await known.has(file)) return { kind: "known" };
      return dryRun ? { kind: "uploaded", id: "" } : upload(loci, file, options, under);
    },
    onDone(file, outcome) {
      done++;
      if (outcome.kind === "uploaded") bytes += file.size;
      progress.to(done, bytesText(bytes));
    },
  }).finally(() => progress.stop());
  const unread = options.wait && !dryRun ? await readied(loci, sent.outcomes, options, terminal) : new Map<string, string>();
  return { report: reportOf(walked, sent.outcomes, unread, dryRun), fatal: sent.fatal };
}

async function upload(
  loci: Loci,
  file: FoundFile,
  { scopes, user, labels, observedAt }: IngestOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  if (controlCharacter.test(file.name)) return { kind: "failed", reason: "its name holds control characters; rename it" };
  const upload = { file: await contentOf(file.path), filename: basename(file.name), source: file.name };
  const { id, deduplicated } = await loci.documents.upload({ ...upload, scopes, user, labels, observedAt }, { signal });
  return deduplicated ? { kind: "known" } : { kind: "uploaded", id };
}

/** @returns the documents that could not be read, with the reason */
async function readied(
  loci: Loci,
  outcomes: readonly Outcome[],
  { quiet, signal }: IngestOptions,
  terminal: Terminal,
): Promise<ReadonlyMap<string, string>> {
  const ids = outcomes.flatMap((outcome) => (outcome.kind === "uploaded" ? [outcome.id] : []));
  const progress = await startProgress(terminal, { label: "Reading", total: ids.length, unit: "files", quiet });
  try {
    return await waitForAll(loci, ids, (count) => progress.to(count), signal);
  } finally {
    progress.stop();
  }
}

function reportOf(walked: Walked, outcomes: readonly Outcome[], unread: ReadonlyMap<string, string>, dryRun: boolean): Report {
  const report = {
    dryRun,
    uploaded: [] as { file: string; id?: string }[],
    bytes: 0,
    known: [] as string[],
    leftOut: [...walked.leftOut],
    failed: [...walked.failed],
    open: 0,
  };
  for (const [index, file] of walked.files.entries()) {
    const outcome = outcomes[index] ?? { kind: "open" };
    switch (outcome.kind) {
      case "uploaded": {
        const reason = unread.get(outcome.id);
        if (reason !== undefined) report.failed.push({ file: file.name, reason: `uploaded, but not read: ${reason}` });
        else {
          report.uploaded.push({ file: file.name, ...(outcome.id === "" ? {} : { id: outcome.id }) });
          report.bytes += file.size;
        }
        break;
      }
      case "known":
        report.known.push(file.name);
        break;
      case "leftOut":
      case "failed":
        report[outcome.kind].push({ file: file.name, reason: outcome.reason });
        break;
      case "open":
        report.open++;
    }
  }
  return report;
}
