/** How traces are made, by OpenTelemetry's own variables; undefined where they name no place to send them to. */
export function tracingOf(
  env: NodeJS.ProcessEnv,
): { readonly serviceName: string; readonly sampler: string; readonly samplerArgument: string } | undefined {
  const endpoint = env["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] || env["OTEL_EXPORTER_OTLP_ENDPOINT"];
  if (!endpoint || env["OTEL_SDK_DISABLED"]?.toLowerCase() === "true" || env["OTEL_TRACES_EXPORTER"] === "none") return undefined;
  return {
    serviceName: env["OTEL_SERVICE_NAME"] ?? "",
    sampler: env["OTEL_TRACES_SAMPLER"] ?? "",
    samplerArgument: env["OTEL_TRACES_SAMPLER_ARG"] ?? "",
  };
}
