/** One attempt at a run: under a token of its own, so that no other's manifest ever names what this one stored. */
import type { LociManagement } from "@loci/client";
import type { MemoryBackup } from "../../api/memory-backup.ts";
import type { BackupFolder } from "../../apply/backup-store.ts";
import { withContextKey } from "../../apply/context-key.ts";
import { makeBackup } from "../../apply/make-backup.ts";
import { OutsideError } from "../../apply/outside-failure.ts";
import { backupFacts, dataKey, running, type BackupFacts } from "../../desired/backup.ts";
import { manifestName } from "../../desired/backup-place.ts";
import type { Finding } from "../../desired/conditions.ts";
import { manifestBytes, type Manifest } from "../../desired/manifest.ts";
import type { KubeClient } from "../../runtime/kube-client.ts";
import { progressWriter } from "../progress.ts";
import type { VisitParts } from "../visit.ts";

export interface TransferParts extends VisitParts {
  readonly loci: LociManagement;
  readonly client: KubeClient;
  readonly dataUrl: string;
  readonly randomBytes: (length: number) => Uint8Array;
}

export interface Attempt {
  readonly resource: MemoryBackup;
  readonly contextId: string;
  readonly run: string;
  readonly store: BackupFolder;
  readonly signal: AbortSignal;
  readonly write: (resource: MemoryBackup, facts: BackupFacts, found: Readonly<Record<string, Finding>>) => Promise<MemoryBackup>;
}

/** Gives the resource as it is afterwards; that the run is over is seen by its manifest. */
export async function runAttempt(parts: TransferParts, attempt: Attempt): Promise<MemoryBackup> {
  const { cluster, clock, checkpoint } = parts;
  const { resource, contextId, run, store, signal, write } = attempt;
  const facts = backupFacts(resource);
  const token = Buffer.from(parts.randomBytes(12)).toString("hex");
  const startedAt = new Date(clock()).toISOString();
  const progress = { run, startedAt: facts.progress?.startedAt ?? startedAt, attempt: (facts.progress?.attempt ?? 0) + 1, token };
  await write(resource, { ...facts, progress }, running(resource));
  checkpoint("backup.attempt");
  /** The resource as it is now. Whoever took the run over since, or deleted it, has the word. */
  const mine = async (): Promise<MemoryBackup> => {
    const now = await cluster.read(resource);
    if (now?.status?.progress?.token !== token || now.metadata.deletionTimestamp !== undefined) throw superseded();
    return now;
  };
  const onBytes = progressWriter(clock, async (bytes) => {
    const now = await mine();
    await write(now, { ...facts, progress: { ...progress, bytes } }, running(now));
  });
  const key = dataKey(run, token);
  const name = `${resource.metadata.uid}/transfer`;
  const totals = await withContextKey(parts, { contextId, name, isForExport: true }, (apiKey) =>
    makeBackup(store, key, { dataUrl: parts.dataUrl, contextId, apiKey, signal, onBytes }),
  );
  checkpoint("backup.stored");
  const now = await mine().catch(async (thrown: unknown) => {
    await store.delete([key]);
    throw thrown;
  });
  const data = `${token}.jsonl`;
  const manifest: Manifest = {
    ...{ format: "loci-backup", version: 1, contextId, run, startedAt, completedAt: new Date(clock()).toISOString(), data },
    ...{ bytes: totals.bytes, records: totals.records, counts: totals.counts, sha256: totals.sha256 },
    exportVersion: totals.exportVersion,
  };
  await store.put(`${run}/${manifestName}`, only(manifestBytes(manifest)));
  checkpoint("backup.published");
  return now;
}

const superseded = () => new OutsideError("Superseded", "The run was given up: the resource changed while it was made.", "retry");

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
