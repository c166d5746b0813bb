/** Exports a context into an object of the store. It passes through in pieces. */
import { Loci } from "@loci/client";
import type { BackupFolder } from "./backup-store.ts";
import { contextFailure } from "./context-key.ts";
import { createExportTally, type ExportTotals } from "./export-tally.ts";
import { OutsideError } from "./outside-failure.ts";

export interface Transfer {
  readonly dataUrl: string;
  readonly contextId: string;
  readonly apiKey: string;
  readonly signal: AbortSignal;
  /** Told now and then how many bytes have passed; what it throws ends the transfer. */
  readonly onBytes: (bytes: number) => Promise<void>;
}

/** @throws OutsideError, LociError where the export or the store fails: then nothing is stored under the key */
export async function makeBackup(folder: BackupFolder, key: string, transfer: Transfer): Promise<ExportTotals> {
  const { dataUrl, contextId, apiKey, signal, onBytes } = transfer;
  const loci = new Loci({ url: dataUrl, contextId, apiKey, attempts: 1 });
  const tally = createExportTally();
  let totals: ExportTotals | undefined;
  async function* exported(): AsyncGenerator<Uint8Array> {
    const { body } = await loci.export({ signal });
    if (body === null) throw new OutsideError("ExportIncomplete", "The context's export is empty.", "retry");
    for await (const piece of body as AsyncIterable<Uint8Array>) {
      tally.add(piece);
      await onBytes(tally.bytes());
      yield piece;
    }
    // Before the store makes an object of it.
    totals = tally.end();
    if (totals.contextId !== contextId)
      throw new OutsideError("ExportIncomplete", `The export is one of ${totals.contextId}.`, "retry");
  }
  const stored = await folder.put(key, exported()).catch((thrown: unknown) => {
    throw contextFailure(thrown);
  });
  if (totals === undefined || stored.sha256 !== totals.sha256 || stored.sizeBytes !== totals.bytes)
    throw new OutsideError("StoreUnreachable", "The store did not take the backup as it was sent.", "retry");
  return totals;
}
