/** Files as they are uploaded: which of them Loci takes, and their bytes. */
import { openAsBlob } from "node:fs";
import { open } from "node:fs/promises";
import { extname } from "node:path";
import { messageOf } from "./failure.ts";
import { bytesText } from "./progress.ts";

/** No server may be set to take more; its own limit (100 MiB where nobody changed it) is learned from its answer. */
export const largestFileBytes = 999_999_999;

/** Formats whose bytes are not characters; every text is read too, whatever its ending. */
const readFormats: ReadonlySet<string> = new Set([".pdf", ".docx", ".pptx", ".xlsx"]);
const sniffedBytes = 8_192;

/** Why a file is nothing that could be a document, from its name, size and first bytes; undefined where nothing says so. */
export function noDocument(name: string, size: number, start: Uint8Array): string | undefined {
  if (size === 0) return "it is empty";
  const isUtf16 = (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (readFormats.has(extname(name).toLowerCase()) || isUtf16 || !start.includes(0)) return undefined;
  return "it is of a kind that is not read";
}

export function tooLarge(size: number, limit: number): string {
  return `it has ${bytesText(size)}; the server takes ${bytesText(limit)} at most`;
}

/** The first bytes of a file. @throws Error of the file system */
export async function startOf(path: string): Promise<Uint8Array> {
  const handle = await open(path, "r");
  try {
    const { bytesRead, buffer } = await handle.read({ buffer: new Uint8Array(sniffedBytes), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A file's content without holding it: read as it is sent. */
export function contentOf(path: string): Promise<Blob> {
  return openAsBlob(path);
}

/** The limit that a server names in its refusal: "… longer than 1000 bytes". */
export function limitNamed(detail: string): number | undefined {
  const bytes = /(?<!\d)(\d{4,}) bytes/.exec(detail)?.[1];
  return bytes === undefined ? undefined : Number(bytes);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "it may not be read",
  EPERM: "it may not be read",
  ENOENT: "it is not there",
  ELOOP: "it is a link to itself",
  EISDIR: "it is a folder",
};

/** What the file system says, in words. */
export function reasonOf(error: unknown): string {
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return reasons[code] ?? messageOf(error);
}
