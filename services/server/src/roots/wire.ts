/** How this process speaks gRPC with others: by mutual TLS, or in plain text where nobody else can listen. */
import { mutualTls, plaintext, type RpcTransport, type TlsFiles } from "@loci/platform/rpc";
import { watchCertificate } from "../observed/dependencies.ts";
import { SettingError, settings, type ListenAddress, type SettingName, type Settings } from "../config.ts";
import type { Surroundings } from "./surroundings.ts";

export type TransportSettings = Pick<Settings, "tlsCert" | "tlsKey" | "tlsCa" | "rpcPlaintext"> & {
  readonly [Name in "bind" | "authAddress" | "graphAddress" | "ingestAddress" | "retrievalAddress"]?: Settings[Name] | undefined;
};

const files = ["tlsCert", "tlsKey", "tlsCa"] as const;

/** @throws SettingError where the files are not all given or no good, or where plain text would leave this machine */
export async function openTransport(
  config: TransportSettings,
  { logger, clock, lifecycle, telemetry }: Surroundings,
): Promise<RpcTransport> {
  const given = tlsFiles(config);
  if (given === undefined) {
    const problem = plaintextProblem(config);
    if (problem !== undefined) throw new SettingError(problem);
    return plaintext();
  }
  try {
    const transport = await mutualTls(given, { logger, clock });
    lifecycle.onClose("certificates", () => transport.close());
    watchCertificate(transport, telemetry.meter);
    return transport;
  } catch (error) {
    throw new SettingError(
      `${files.map(nameOf).join(", ")}: ${error instanceof Error ? error.message : String(error)}. Give PEM files that belong together`,
    );
  }
}

function tlsFiles(config: TransportSettings): TlsFiles | undefined {
  const { tlsCert: cert, tlsKey: key, tlsCa: ca } = config;
  if (cert !== undefined && key !== undefined && ca !== undefined) return { cert, key, ca };
  const missing = files.filter((name) => config[name] === undefined);
  if (missing.length === files.length) return undefined;
  throw new SettingError(`${missing.map(nameOf).join(" and ")}: needed too; the three files for TLS go together, or none is given`);
}

/** Why these addresses may not be spoken with in plain text, or undefined. */
export function plaintextProblem(config: Omit<TransportSettings, (typeof files)[number]>): string | undefined {
  if (config.rpcPlaintext) return undefined;
  const names = ["bind", "authAddress", "graphAddress", "ingestAddress", "retrievalAddress"] as const;
  for (const name of names) {
    const far = [config[name] ?? []].flat().find(({ host }) => !isLoopback(host));
    if (far === undefined) continue;
    return (
      `${nameOf(name)} names ${written(far)}, which is not this machine alone: give ${files.map((file) => settings[file].env).join(", ")}` +
      ` for mutual TLS, or set ${settings.rpcPlaintext.env}=true where the network itself is trusted`
    );
  }
  return undefined;
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

function written({ host, port }: ListenAddress): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

function nameOf(name: SettingName): string {
  const { env, flag } = settings[name];
  return `${env} (${flag.split(" ")[0] ?? flag})`;
}
