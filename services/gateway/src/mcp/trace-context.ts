/**
 * The trace id that a caller's W3C trace context stands for, or undefined where it is none. It has the caller's 32 hexadecimal
 * digits, by which it is found in the caller's own tracing too; ids that Loci makes have 26 characters, so that nobody can pass off
 * a trace as one of ours.
 */
export function traceIdOf(traceparent: unknown): string | undefined {
  if (typeof traceparent !== "string" || traceparent.length > maxLength) return undefined;
  const [, version, trace, parent, rest] = form.exec(traceparent) ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== "")) return undefined;
  if (trace === undefined || /^0+$/.test(trace) || /^0+$/.test(parent ?? "")) return undefined;
  return `trace:${trace}`;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}((?:-.*)?)$/;
const maxLength = 512;
