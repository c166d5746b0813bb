/** The certificate, key and authority of a process as grpc-js takes them, from files that somebody renews. */
import { X509Certificate } from "node:crypto";
import type { experimental } from "@grpc/grpc-js";
import { watchPemFiles, type PemWatchOptions, type TlsFiles } from "./pem-files.ts";

export interface WatchedCertificates {
  readonly provider: experimental.CertificateProvider;
  /** When the certificate in use ends, in milliseconds since the epoch. */
  expiresAt(): number;
  close(): void;
}

/**
 * What does not fit together is not given on: grpc-js's own watcher would drop what was good before.
 * @throws Error where the files are no good at the start
 */
export async function watchCertificates(files: TlsFiles, options: PemWatchOptions): Promise<WatchedCertificates> {
  const watched = await watchPemFiles(files, options);
  const identityListeners = new Set<experimental.IdentityCertificateUpdateListener>();
  const caListeners = new Set<experimental.CaCertificateUpdateListener>();
  const identity = () => ({ certificate: watched.current().cert, privateKey: watched.current().key });
  const authority = () => ({ caCertificate: watched.current().ca });
  watched.onChange(() => {
    for (const listener of caListeners) listener(authority());
    for (const listener of identityListeners) listener(identity());
  });
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
    expiresAt: () => new X509Certificate(watched.current().cert).validToDate.getTime(),
    close: () => watched.close(),
  };
}
