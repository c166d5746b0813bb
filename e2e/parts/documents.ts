/** A program that keeps documents in Loci over REST: uploads, waits until they are ready, asks what is in them. */
import { succeeded, type Caller, type Reply } from "./memory.ts";

export interface File {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface Uploaded {
  readonly id: string;
  readonly contentHash: string;
  readonly deduplicated: boolean;
  readonly status: string;
  readonly version: number;
}

export interface StoredDocument {
  readonly id: string;
  readonly title: string;
  readonly mimeType: string;
  readonly contentHash: string;
  readonly sizeBytes: number;
  readonly version: number;
  readonly status: string;
  readonly error: string | null;
  readonly failedStage: string | null;
  readonly attempts: number;
  readonly scopes: string[][];
  readonly labels: string[];
  readonly chunks: number;
  readonly pages: number;
  readonly nearDuplicateOf: string | null;
}

export interface StoredChunk {
  readonly id: string;
  readonly document: string;
  readonly position: number;
  readonly section: string | null;
  readonly text: string;
  readonly charStart: number;
  readonly charEnd: number;
}

export interface Keyword {
  readonly id: string;
  readonly normalised: string;
  readonly text: string;
  readonly documentCount: number;
}

export interface PassageHit {
  readonly chunk: StoredChunk;
  readonly document: { readonly id: string; readonly title: string };
  readonly score: number;
  readonly graphEvidence?: readonly { readonly edgeKind: string; readonly neighbourLabel: string; readonly weight: number }[];
  readonly graphExpansion?: readonly StoredChunk[];
}

export interface PassageAnswer {
  readonly results: readonly PassageHit[];
  readonly degraded: readonly string[];
  readonly subQuestions: readonly string[];
  readonly traceId: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Headings = Readonly<Record<string, string>>;

/** How long a document may take from its upload until it is ready or failed, unless told otherwise. */
const settleLimitMs = 240_000;
const pollMs = 40;

export interface Library {
  readonly upload: (file: File, metadata?: Fields, headers?: Headings) => Promise<Reply<Uploaded>>;
  /** The next version. */
  readonly replace: (id: string, file: File, metadata?: Fields) => Promise<Reply<Uploaded>>;
  readonly document: (id: string) => Promise<StoredDocument>;
  /** Waits until it is ready or failed; `seen` is told each state on the way that a look finds. */
  readonly settled: (id: string, limitMs?: number, seen?: (document: StoredDocument) => void) => Promise<StoredDocument>;
  /** Uploads and waits. @throws Error unless it became ready */
  readonly keep: (file: File, metadata?: Fields) => Promise<StoredDocument>;
  readonly list: () => Promise<readonly StoredDocument[]>;
  readonly chunks: (id: string) => Promise<readonly StoredChunk[]>;
  readonly keywords: (parameters?: Headings) => Promise<readonly Keyword[]>;
  readonly passages: (query: string, fields?: Fields) => Promise<PassageAnswer>;
}

/** Whose documents: those of the caller's context, as far as its key may see. */
export function library(caller: Caller): Library {
  const get = async <Body>(path: string) => succeeded(await caller.get<Body>(path));
  const document = (id: string) => get<StoredDocument>(`/documents/${id}`);
  const upload = (file: File, metadata: Fields = {}, headers: Headings = {}) =>
    caller.send<Uploaded>("POST", "/documents", uploadForm(file, metadata), headers);
  const settled: Library["settled"] = async (id, limitMs = settleLimitMs, seen = () => undefined) => {
    const until = Date.now() + limitMs;
    for (;;) {
      const found = await document(id);
      seen(found);
      if (["ready", "failed"].includes(found.status) || Date.now() > until) return found;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
  };
  return {
    upload,
    replace: (id, file, metadata = {}) => caller.send("PUT", `/documents/${id}`, uploadForm(file, metadata)),
    document,
    settled,
    async keep(file, metadata = {}) {
      const kept = await settled(succeeded(await upload(file, metadata)).id);
      if (kept.status !== "ready")
        throw new Error(`${kept.title}: ${kept.status} at ${kept.failedStage ?? "?"}: ${kept.error ?? ""}`);
      return kept;
    },
    list: async () => (await get<{ documents: StoredDocument[] }>("/documents?pageSize=500")).documents,
    chunks: async (id) => (await get<{ chunks: StoredChunk[] }>(`/documents/${id}/chunks?pageSize=500`)).chunks,
    async keywords(parameters = {}) {
      const page = new URLSearchParams({ pageSize: "500", ...parameters }).toString();
      return (await get<{ keywords: Keyword[] }>(`/documents/keywords?${page}`)).keywords;
    },
    passages: async (query, fields = {}) => succeeded(await caller.post<PassageAnswer>("/documents/query", { query, ...fields })),
  };
}

/** The parts in the order of the contract's client: `metadata` first. */
export function uploadForm({ name, type, bytes }: File, metadata: Fields): FormData {
  const form = new FormData();
  form.append("metadata", new Blob([JSON.stringify(metadata)], { type: "application/json" }));
  form.append("file", new Blob([new Uint8Array(bytes)], { type }), name);
  return form;
}

export const textFile = (name: string, text: string, type = "text/markdown"): File => ({
  ...{ name, type },
  bytes: new TextEncoder().encode(text),
});
