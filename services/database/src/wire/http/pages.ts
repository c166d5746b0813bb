import type { Writable } from "node:stream";

/** Writes pages as fast as they are read; makes no more of them once the reader has left. */
export async function writePages(to: Writable, pages: AsyncIterable<string>): Promise<void> {
  const left = new Promise<void>((resolve) => to.once("close", resolve));
  for await (const page of pages) {
    if (to.destroyed) return;
    if (!to.write(page)) await Promise.race([left, new Promise<void>((resolve) => to.once("drain", resolve))]);
  }
}
