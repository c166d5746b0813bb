import type { Schemas } from "@loci/client";

export type Document = Schemas["Document"];
type Status = Document["status"];

/** What is done to a document, in order, between its upload and its being ready. */
const stages: readonly (readonly [status: Status, doing: string])[] = [
  ["queued", "waiting for its turn"],
  ["extracting", "reading the text"],
  ["chunking", "cutting it into passages"],
  ["embedding", "working out the meaning"],
  ["keywording", "finding keywords"],
  ["extracting_nodes", "extracting facts"],
];

export const statusNames: Readonly<Record<string, string>> = {
  ...Object.fromEntries(stages),
  ready: "ready",
  failed: "failed",
};

export function isWorking({ status }: Pick<Document, "status">): boolean {
  return status !== "ready" && status !== "failed";
}

/** How far the work is: the stage's number from 1, of how many, and what is done in it. */
export function stageOf(status: Status): { readonly number: number; readonly of: number; readonly doing: string } {
  const at = stages.findIndex(([name]) => name === status);
  return { number: at + 1, of: stages.length, doing: statusNames[status] ?? status };
}

export const statusColors: Readonly<Record<string, string>> = { ready: "green", failed: "red" };

/** Media types that can be uploaded, by the names that people have for them. */
export const kinds: readonly { readonly value: string; readonly label: string }[] = [
  { value: "text/plain", label: "Text" },
  { value: "text/markdown", label: "Markdown" },
  { value: "text/html", label: "HTML" },
  { value: "application/pdf", label: "PDF" },
  { value: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", label: "Word" },
  { value: "text/csv", label: "CSV" },
  { value: "application/json", label: "JSON" },
];

export function kindName(mimeType: string): string {
  return kinds.find(({ value }) => value === mimeType)?.label ?? mimeType;
}
