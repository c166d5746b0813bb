import { isLociError, type Loci, type Upload } from "@loci/client";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Document } from "./stages.ts";

/** One file on its way. */
export interface UploadRow {
  readonly key: string;
  readonly file: File;
  readonly state: "waiting" | "sending" | "working" | "ready" | "known" | "failed";
  readonly sentBytes: number;
  readonly documentId?: string;
  readonly status?: Document["status"];
  readonly error?: unknown;
}

/** What all files of one upload have in common. */
export type UploadDetails = Pick<Upload, "title" | "scopes" | "labels">;

const atOnce = 2;

export function settledOf(rows: readonly UploadRow[]): number {
  return rows.filter(({ state }) => state === "ready" || state === "known" || state === "failed").length;
}

/** Files that go up, two at once, and what becomes of them. Leaving the page ends what is not sent yet. */
export function useUploads(loci: Loci, onChange: () => void) {
  const [rows, setRows] = useState<readonly UploadRow[]>([]);
  const queue = useRef<(() => Promise<void>)[]>([]);
  const running = useRef(0);
  const counter = useRef(0);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  const patch = useCallback((key: string, changed: Partial<UploadRow>) => {
    setRows((all) => all.map((row) => (row.key === key ? { ...row, ...changed } : row)));
  }, []);

  const next = useCallback(() => {
    while (running.current < atOnce) {
      const job = queue.current.shift();
      if (job === undefined) return;
      running.current++;
      void job().finally(() => {
        running.current--;
        next();
      });
    }
  }, []);

  const add = useCallback(
    (files: readonly File[], details: UploadDetails) => {
      const added = files.map((file): UploadRow => ({ key: `${counter.current++}`, file, state: "waiting", sentBytes: 0 }));
      setRows((all) => [...added, ...all]);
      for (const { key, file } of added) {
        queue.current.push(() =>
          send(loci, file, details, leaving.current?.signal, (changed) => {
            patch(key, changed);
            if (changed.sentBytes === undefined) onChange();
          }),
        );
      }
      next();
    },
    [loci, next, onChange, patch],
  );

  return { rows, add, clear: () => setRows((all) => all.filter((row) => settledOf([row]) === 0)) };
}

async function send(
  loci: Loci,
  file: File,
  details: UploadDetails,
  signal: AbortSignal | undefined,
  tell: (changed: Partial<UploadRow>) => void,
): Promise<void> {
  try {
    tell({ state: "sending" });
    const upload = { file, filename: file.name, ...details };
    const taken = await loci.documents.upload(upload, { signal, onProgress: (sentBytes) => tell({ sentBytes }) });
    if (taken.deduplicated) return tell({ state: "known", documentId: taken.id });
    tell({ state: "working", documentId: taken.id, status: taken.status });
    await loci.documents.wait(taken.id, { signal, onStatus: ({ status }) => tell({ status }) });
    tell({ state: "ready" });
  } catch (error) {
    if (!isLociError(error, "cancelled")) tell({ state: "failed", error });
  }
}
