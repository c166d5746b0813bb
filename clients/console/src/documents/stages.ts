import { documentStates, type Schemas } from "@loci/client";

export type Document = Schemas["Document"];
type Status = Document["status"];

const doings: Readonly<Record<Status, string>> = {
  queued: "waiting for its turn",
  extracting: "reading the text",
  chunking: "cutting it into passages",
  extracting_nodes: "extracting facts",
  embedding: "working out the meaning",
  keywording: "finding keywords",
  ready: "ready",
  failed: "failed",
};

export const statusNames: Readonly<Record<string, string>> = doings;

/** What is done to a document, in order, between its upload and its being ready. */
const stages = documentStates.filter((status) => isWorking({ status }));

export function isWorking({ status }: Pick<Document, "status">): boolean {
  return status !== "ready" && status !== "failed";
}

/** How far the work is: the stage's number from 1, of how many, and what is done in it. */
export function stageOf(status: Status): { readonly number: number; readonly of: number; readonly doing: string } {
  return { number: stages.indexOf(status) + 1, of: stages.length, doing: doings[status] };
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
