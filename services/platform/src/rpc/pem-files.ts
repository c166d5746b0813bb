/** PEM files that somebody renews, as they are now. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { Logger } from "../telemetry/index.ts";

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

/** The contents of those files that are named. */
export type PemContents<Files extends Partial<TlsFiles>> = { readonly [Name in keyof Files]: Buffer };

export interface WatchedPemFiles<Files extends Partial<TlsFiles>> {
  readonly current: () => PemContents<Files>;
  /** Is called with each new content that fits together. */
  onChange(listener: (contents: PemContents<Files>) => void): void;
  close(): void;
}

export interface PemWatchOptions {
  readonly logger: Logger;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly everyMs?: number;
}

/**
 * Looks at the files every few seconds: a mounted secret is swapped by links, of which file watching tells nothing reliable. What does not
 * fit together (a swap that is half done, too) is logged once and what was good before is kept.
 * @throws Error where the files are no good at the start
 */
export async function watchPemFiles<Files extends Partial<TlsFiles>>(
  files: Files,
  { logger, clock, everyMs = 5_000 }: PemWatchOptions,
): Promise<WatchedPemFiles<Files>> {
  let current = await read(files);
  const wrong = certificateProblem(current, clock());
  if (wrong !== undefined) throw new Error(wrong);
  const listeners = new Set<(contents: PemContents<Files>) => void>();

  let refused = "";
  const refuse = (problem: string) => {
    if (problem !== refused) logger.error({ files, problem }, "the new certificate is not used; the old one is kept");
    refused = problem;
  };
  const look = async () => {
    const next = await read(files);
    if (same(next, current)) return;
    const problem = certificateProblem(next, clock());
    if (problem !== undefined) {
      refuse(problem);
      return;
    }
    current = next;
    refused = "";
    for (const listener of listeners) listener(next);
    logger.info({ files, ...(next.cert ? { validTo: new X509Certificate(next.cert).validTo } : {}) }, "new certificate taken");
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
  }, everyMs).unref();
  return {
    current: () => current,
    onChange: (listener) => void listeners.add(listener),
    close: () => clearInterval(timer),
  };
}

/** Why these cannot be used together now, or undefined. */
function certificateProblem({ cert, key, ca }: PemContents<Partial<TlsFiles>>, now: number): string | undefined {
  try {
    if (cert && key) {
      const certificate = new X509Certificate(cert);
      if (!certificate.checkPrivateKey(createPrivateKey(key))) return "the key is not the certificate's";
      if (certificate.validToDate.getTime() <= now) return `the certificate expired on ${certificate.validTo}`;
    }
    // Refuses what OpenSSL will not take, such as a bundle of authorities that holds none.
    if (ca) new X509Certificate(ca);
    createSecureContext({ cert, key, ca });
    return undefined;
  } catch (error) {
    return `the files cannot be read as PEM: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function read<Files extends Partial<TlsFiles>>(files: Files): Promise<PemContents<Files> & PemContents<Partial<TlsFiles>>> {
  const contents = Object.entries(files).map(async ([name, file]) => [name, await readFile(file)] as const);
  return Object.fromEntries(await Promise.all(contents)) as PemContents<Files>;
}

function same(a: PemContents<Partial<TlsFiles>>, b: PemContents<Partial<TlsFiles>>): boolean {
  const equal = (one: Buffer | undefined, other: Buffer | undefined) =>
    one === other || (one && other && one.equals(other)) === true;
  return equal(a.cert, b.cert) && equal(a.key, b.key) && equal(a.ca, b.ca);
}
