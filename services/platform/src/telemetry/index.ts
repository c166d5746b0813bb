export { watchDatabase } from "./database.ts";
export { watchHttp } from "./http.ts";
export { createLogger, silentLogger, type Logger } from "./logger.ts";
export { offMeter, secondsSince, type Meter, type Reading } from "./meter.ts";
export { metrics, type MetricName } from "./metrics.ts";
export { watchEmbedder, watchModels, type ModelPrices } from "./models.ts";
export { watchRpcClient, watchRpcServer, type StatusName } from "./rpc.ts";
export { isOff, offTelemetry, openTelemetry, type Telemetry, type TelemetryOptions } from "./telemetry.ts";
export { offTracing, type Carrier, type Span, type SpanAttributes, type SpanStart, type Tracing } from "./tracing.ts";
