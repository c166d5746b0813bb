/**
 * Whether a text is a W3C trace context (`traceparent`), which the spans of a request then go on with. It is for telemetry alone: an agent gives
 * all of its calls the same trace, and Loci's own trace id stands for one request.
 */
export function isTraceparent(traceparent: unknown): traceparent is string {
  if (typeof traceparent !== "string" || traceparent.length > maxLength) return false;
  const [, version, trace, parent, rest] = form.exec(traceparent) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return false;
  return trace !== undefined && !/^0+$/.test(trace) && !/^0+$/.test(parent ?? "");
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}((?:-.*)?)$/;
const maxLength = 512;
