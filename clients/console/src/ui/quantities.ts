const grouped = new Intl.NumberFormat("en-GB");

/** A whole number with its thousands apart. */
export function countText(count: number): string {
  return grouped.format(count);
}

/** "1 hit", "2,000 hits". */
export function ofThem(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [unit, size] = bytes < 1_000_000 ? ["KB", 1_000] : bytes < 1_000_000_000 ? ["MB", 1_000_000] : ["GB", 1_000_000_000];
  const value = bytes / size;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

export function durationText(ms: number): string {
  if (ms === 0) return "0 ms";
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

export function percentText(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
