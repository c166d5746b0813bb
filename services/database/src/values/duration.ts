import { Duration } from "./value.ts";

const units: readonly (readonly [name: string, nanos: bigint])[] = [
  ["y", 31_536_000_000_000_000n],
  ["w", 604_800_000_000_000n],
  ["d", 86_400_000_000_000n],
  ["h", 3_600_000_000_000n],
  ["m", 60_000_000_000n],
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["µs", 1_000n],
  ["ns", 1n],
];

/** `us` is how a keyboard writes µs. (The µ is the micro sign; the language does not take the Greek letter.) */
const nanosOf = new Map<string, bigint>([...units, ["us", 1_000n]]);

/** The longest duration: whole seconds of 64 bits without a sign, and the nanoseconds below one more. */
export const largestDurationNanos = 2n ** 64n * 1_000_000_000n - 1n;

/** A duration from its largest unit down, as in 1h30m; 0ns where there is none. A year has 365 days; months there are none. */
export function printDuration({ nanos }: Duration): string {
  if (nanos === 0n) return "0ns";
  let text = "";
  let rest = nanos;
  for (const [name, size] of units) {
    if (rest < size) continue;
    text += `${rest / size}${name}`;
    rest %= size;
  }
  return text;
}

/** A duration as it is written: whole numbers with units in any order, `1h30m`. Undefined where the text is none, or too long. */
export function parseDuration(padded: string): Duration | undefined {
  const text = padded.trim();
  let nanos = 0n;
  let at = 0;
  while (at < text.length) {
    const digits = runOf(text, at, (code) => isDigit(code) || code === underscore);
    const unit = runOf(text, at + digits.length, (code) => !isDigit(code));
    const size = nanosOf.get(unit);
    const count = digits.replaceAll("_", "");
    if (count === "" || digits.startsWith("_") || count.length > 20 || size === undefined || BigInt(count) >= 2n ** 64n)
      return undefined;
    nanos += BigInt(count) * size;
    if (nanos > largestDurationNanos) return undefined;
    at += digits.length + unit.length;
  }
  return at === 0 ? undefined : new Duration(nanos);
}

const underscore = 95;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function runOf(text: string, from: number, accepts: (code: number) => boolean): string {
  let to = from;
  while (to < text.length && accepts(text.charCodeAt(to))) to += 1;
  return text.slice(from, to);
}
