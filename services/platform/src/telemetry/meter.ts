import type { CounterName, GaugeName, HistogramName, LabelsOf } from "./metrics.ts";

/** What a gauge stands at. */
export type Reading = {
  [Name in GaugeName]: { readonly name: Name; readonly labels: LabelsOf<Name>; readonly value: number };
}[GaugeName];

/** Counts and measures. Metrics and their labels stand in metrics.ts. */
export interface Meter {
  observe<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  add<Name extends CounterName>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  /**
   * Reads gauges when they are asked for, at most every 15 seconds and within two. While a reading fails its gauges are absent, as nothing
   * is known of them.
   * @param names the gauges that it reads, all of which it sets anew
   */
  onScrape(names: readonly GaugeName[], read: () => Promise<readonly Reading[]>): void;
  /** Everything in Prometheus' text format. */
  text(): Promise<{ readonly type: string; readonly body: string }>;
  close(): void;
}

/** Measures nothing. */
export const offMeter: Meter = {
  observe: () => undefined,
  add: () => undefined,
  onScrape: () => undefined,
  text: () => Promise.resolve({ type: "text/plain", body: "" }),
  close: () => undefined,
};

/** Seconds since the moment that `performance.now()` gave. */
export function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000;
}
