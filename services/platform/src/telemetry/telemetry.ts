/** Metrics and traces of one process. */
import type { Logger } from "pino";
import { offMeter, type Meter } from "./meter.ts";
import type { TracingOptions } from "./opentelemetry.ts";
import { offTracing, type Tracing } from "./tracing.ts";

export interface Telemetry {
  readonly meter: Meter;
  readonly tracing: Tracing;
}

export interface TelemetryOptions {
  /** Whether anybody can ask for metrics. */
  readonly metrics: boolean;
  /** undefined where traces are sent nowhere. */
  readonly tracing: TracingOptions | undefined;
}

export const offTelemetry: Telemetry = { meter: offMeter, tracing: offTracing };

/** Whether anything is to be watched: where nothing is, nothing is wrapped. */
export function isOff({ meter, tracing }: Telemetry): boolean {
  return meter === offMeter && tracing === offTracing;
}

/** What does the work is imported here and only where it is wanted. */
export async function openTelemetry({ metrics, tracing }: TelemetryOptions, logger: Logger): Promise<Telemetry> {
  const [prometheus, opentelemetry] = await Promise.all([
    metrics ? import("./prometheus.ts") : undefined,
    tracing ? import("./opentelemetry.ts") : undefined,
  ]);
  return {
    meter:
      prometheus?.prometheusMeter((err, names) => logger.warn({ err, metrics: names }, "metrics could not be read")) ?? offMeter,
    tracing: opentelemetry && tracing ? opentelemetry.openTelemetryTracing(tracing) : offTracing,
  };
}
