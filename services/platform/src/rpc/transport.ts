/** How bytes travel between services: in plain text on one machine or in a trusted network, else by mutual TLS. */
import { checkServerIdentity, type PeerCertificate } from "node:tls";
import { credentials, experimental, ServerCredentials, type ChannelCredentials } from "@grpc/grpc-js";
import { watchCertificates } from "./certificates.ts";
import type { PemWatchOptions, TlsFiles } from "./pem-files.ts";

export interface RpcTransport {
  /** Whether each side shows the other by a certificate who it is. */
  readonly identifies: boolean;
  /** @returns what a listener needs; by TLS it takes only clients whose certificate our authority signed */
  server(): ServerCredentials;
  /** @returns what a connection to one of these hosts needs; by TLS the server's certificate must be for one of them */
  client(hosts: readonly string[]): ChannelCredentials;
  /** When the certificate in use ends, in milliseconds since the epoch; absent where there is none. */
  expiresAt?(): number;
  close(): void;
}

export function plaintext(): RpcTransport {
  return {
    identifies: false,
    server: () => ServerCredentials.createInsecure(),
    client: () => credentials.createInsecure(),
    close: () => undefined,
  };
}

/**
 * Both sides show a certificate and check the other's against the authority in the file `ca`. The files are read again when they change:
 * connections that stand go on, new ones are made with what the files say then.
 * @throws Error saying what is wrong with the files, in words for the operator
 */
export async function mutualTls(files: TlsFiles, options: PemWatchOptions): Promise<RpcTransport> {
  const certificates = await watchCertificates(files, options);
  return {
    identifies: true,
    server: () => experimental.createCertificateProviderServerCredentials(certificates.provider, certificates.provider, true),
    client: (hosts) =>
      experimental.createCertificateProviderChannelCredentials(certificates.provider, certificates.provider, {
        checkServerIdentity: (_host, certificate) => notForAny(hosts, certificate),
      }),
    expiresAt: () => certificates.expiresAt(),
    close: () => certificates.close(),
  };
}

/** A channel goes to several hosts, and grpc-js would check every certificate against the first one's name. */
function notForAny(hosts: readonly string[], certificate: PeerCertificate): Error | undefined {
  const problems = hosts.map((host) => checkServerIdentity(host, certificate));
  return problems.includes(undefined) ? undefined : problems[0];
}
