import { expect } from "@jest/globals";
import type { Memory, Problem, Reply } from "@loci/e2e/parts/memory";
import type { ShapeName } from "./shapes.ts";
import { shape } from "./shape.ts";

type Type = ShapeName | `${ShapeName}[]`;

/** What an answer of this status and type says; where it is another, the test fails and shows it. */
export function answered<Body = unknown>({ status, body }: Reply<unknown>, expected: number, type?: Type): Body {
  if (status !== expected) expect({ status, body }).toEqual({ status: expected });
  if (type !== undefined) expect(shape(type, body)).toEqual([]);
  return body as Body;
}

const slugs: Readonly<Record<number, string>> = {
  400: "invalid-request",
  401: "unauthenticated",
  403: "forbidden",
  404: "not-found",
  405: "method-not-allowed",
  409: "conflict",
  413: "too-large",
  415: "unsupported-media-type",
  429: "rate-limited",
  501: "not-implemented",
};

/** The answer is a problem document of this status, and names these fields and no others. */
export function refused({ status, headers, body }: Reply<unknown>, expected: number, ...pointers: readonly string[]): Problem {
  const problem = body as Problem;
  expect({
    status,
    type: problem.type,
    pointers: (problem.errors ?? []).map(({ pointer }) => pointer),
    contentType: headers.get("content-type"),
  }).toEqual({
    status: expected,
    type: `urn:loci:problem:${slugs[expected]}`,
    pointers,
    contentType: "application/problem+json",
  });
  expect(shape("Problem", body)).toEqual([]);
  expect(problem.status).toBe(expected);
  return problem;
}

/** Asks until the answer pleases, or a generous while is over; then it is given as it is. */
export async function until<T>(ask: () => Promise<T>, pleases: (answer: T) => boolean, limitMs = 120_000): Promise<T> {
  const end = Date.now() + limitMs;
  // Ever less often: a key may make only so many requests a minute.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 300)) {
    const answer = await ask();
    if (pleases(answer) || Date.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

export interface Upload {
  readonly metadata?: unknown;
  readonly file?: string | Uint8Array<ArrayBuffer>;
  readonly filename?: string;
  readonly mimeType?: string;
  readonly fileFirst?: boolean;
}

/** A form as an upload sends it. */
export function form({ metadata = {}, file = "", filename = "notes.md", mimeType = "text/markdown", fileFirst }: Upload): FormData {
  const parts = new FormData();
  const addFile = () => parts.append("file", new Blob([file], { type: mimeType }), filename);
  if (fileFirst) addFile();
  parts.append("metadata", JSON.stringify(metadata));
  if (!fileFirst) addFile();
  return parts;
}

export interface DocumentAnswer {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly error: string | null;
  readonly version: number;
  readonly scopes: string[][];
  readonly labels: string[];
  readonly mimeType: string;
}

/** Uploads and waits until the document is ready, or has failed. */
export async function uploaded(memory: Memory, upload: Upload): Promise<DocumentAnswer> {
  const { id } = answered<{ id: string }>(await memory.send("POST", "/documents", form(upload)), 202, "UploadResponse");
  return settled(memory, id);
}

export async function settled(memory: Memory, id: string): Promise<DocumentAnswer> {
  const { body } = await until(
    () => memory.get<DocumentAnswer>(`/documents/${id}`),
    ({ body: { status } }) => status === "ready" || status === "failed",
  );
  return body;
}
