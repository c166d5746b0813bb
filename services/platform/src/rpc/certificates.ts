/** The certificate, key and authority of a process, from files that somebody renews. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import type { experimental } from "@grpc/grpc-js";
import type { Logger } from "../telemetry/index.ts";

export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

export interface WatchedCertificates {
  readonly provider: experimental.CertificateProvider;
  /** When the certificate in use ends, in milliseconds since the epoch. */
  expiresAt(): number;
  close(): void;
}

interface Material {
  readonly cert: Buffer;
  readonly key: Buffer;
  readonly ca: Buffer;
}

/**
 * Looks at the files every few seconds: a mounted secret is swapped by links, of which file watching tells nothing reliable. What does not
 * fit together (a swap that is half done, too) is logged once and what was good before is kept; grpc-js's own watcher would drop it.
 * @throws Error where the files are no good at the start
 */
export async function watchCertificates(
  files: TlsFiles,
  { logger, clock, everyMs }: { readonly logger: Logger; readonly clock: () => number; readonly everyMs: number },
): Promise<WatchedCertificates> {
  let current = await read(files);
  const wrong = certificateProblem(current, clock());
  if (wrong !== undefined) throw new Error(wrong);
  const identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  const caListeners = new Set<experimental.CaCertificateUpdateListener>();
  const identity = () => ({ certificate: current.cert, privateKey: current.key });
  const authority = () => ({ caCertificate: current.ca });

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
    for (const listener of caListeners) listener(authority());
    for (const listener of identityListeners) listener(identity());
    logger.info({ validTo: new X509Certificate(next.cert).validTo }, "new certificate taken");
  };
  const timer = setInterval(() => {
    look().catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
  }, everyMs).unref();

  return {
    provider: {
      addIdentityCertificateListener(listener) {
        identityListeners.add(listener);
        process.nextTick(() => listener(identity()));
      },
      removeIdentityCertificateListener: (listener) => void identityListeners.delete(listener),
      addCaCertificateListener(listener) {
        caListeners.add(listener);
        process.nextTick(() => listener(authority()));
      },
      removeCaCertificateListener: (listener) => void caListeners.delete(listener),
    },
    expiresAt: () => new X509Certificate(current.cert).validToDate.getTime(),
    close: () => clearInterval(timer),
  };
}

/** Why these cannot be used together now, or undefined. */
export function certificateProblem({ cert, key, ca }: Material, now: number): string | undefined {
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) return "the key is not the certificate's";
    if (certificate.validToDate.getTime() <= now) return `the certificate expired on ${certificate.validTo}`;
    // Refuses what OpenSSL will not take, such as a bundle of authorities that holds none.
    new X509Certificate(ca);
    createSecureContext({ cert, key, ca });
    return undefined;
  } catch (error) {
    return `the files cannot be read as PEM: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function read({ cert, key, ca }: TlsFiles): Promise<Material> {
  const [first, second, third] = await Promise.all([readFile(cert), readFile(key), readFile(ca)]);
  return { cert: first, key: second, ca: third };
}

function same(a: Material, b: Material): boolean {
  return a.cert.equals(b.cert) && a.key.equals(b.key) && a.ca.equals(b.ca);
}
