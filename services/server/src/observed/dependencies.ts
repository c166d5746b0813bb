/** What this process rests on: whether it answers, and for how long its certificate is good. */
import type { Readiness } from "@loci/platform/probes";
import type { RpcTransport } from "@loci/platform/rpc";
import type { Meter } from "@loci/platform/telemetry";

/** Says when metrics are read what `/readyz` says. */
export function watchDependencies(readiness: Readiness, meter: Meter): void {
  meter.onScrape(["loci_dependency_up"], async () => {
    const { parts } = await readiness.state();
    // Of itself, while it starts and stops, the process is no dependency.
    const { server: _itself, ...others } = parts;
    return Object.entries(others).map(([dependency, state]) => ({
      name: "loci_dependency_up",
      labels: { dependency },
      value: state === "ok" ? 1 : 0,
    }));
  });
}

export function watchCertificate(transport: RpcTransport, meter: Meter): void {
  if (transport.expiresAt === undefined) return;
  const expiresAt = () => transport.expiresAt?.() ?? 0;
  meter.onScrape(["loci_certificate_expiry_timestamp_seconds"], async () => [
    { name: "loci_certificate_expiry_timestamp_seconds", labels: {}, value: Math.floor(expiresAt() / 1_000) },
  ]);
}
