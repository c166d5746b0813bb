import type { NativeConnectionOptions } from "@temporalio/worker";

/** Contents of PEM files. */
export interface TlsContents {
  /** What Loci shows, and its key. */
  readonly cert?: Uint8Array;
  readonly key?: Uint8Array;
  /** Who signed the server's certificate; by default whoever this machine trusts. */
  readonly ca?: Uint8Array;
}

/** What secures the connection, as it is now. */
export interface TemporalTls {
  readonly current: () => TlsContents;
  /** Certificates are renewed while the process runs. */
  onChange(listener: () => void): void;
}

export interface TemporalAddress {
  /** host:port */
  readonly address: string;
  /** Without it the connection is plain: inside a trusted network. */
  readonly tls?: TemporalTls;
  /** As Temporal Cloud gives one; it needs TLS. */
  readonly apiKey?: string;
}

/** The way to the server, as both the client and the worker take it. */
export type TemporalLine = Pick<NativeConnectionOptions, "address" | "tls"> & { readonly apiKey?: string };

/** The same line until the certificates are renewed: whoever has another one makes a new connection. */
export interface TemporalLines {
  readonly current: () => TemporalLine;
  onChange(listener: () => void): void;
}

export function createLines({ address, tls, apiKey }: TemporalAddress): TemporalLines {
  if (tls === undefined) {
    const plain = { address };
    return { current: () => plain, onChange: () => undefined };
  }
  const lineNow = (): TemporalLine => {
    const { cert: crt, key, ca } = tls.current();
    return {
      address,
      tls: { ...(crt && key ? { clientCertPair: { crt, key } } : {}), ...(ca ? { serverRootCACertificate: ca } : {}) },
      ...(apiKey === undefined ? {} : { apiKey }),
    };
  };
  let line = lineNow();
  const listeners = new Set<() => void>();
  tls.onChange(() => {
    line = lineNow();
    for (const listener of listeners) listener();
  });
  return { current: () => line, onChange: (listener) => void listeners.add(listener) };
}
