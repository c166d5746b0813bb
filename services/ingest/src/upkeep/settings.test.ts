import { describe, expect, it } from "@jest/globals";
import { settingsOf } from "./settings.ts";

const settings = (config: unknown) => settingsOf({ configJson: config === undefined ? "" : JSON.stringify(config) });

describe("a context's settings of scheduled work", () => {
  it("are daily thought and ninety days of traces where nothing is said", () => {
    expect(settings(undefined)).toEqual({
      lifecycle: { decayPerDay: {}, ttlDays: {}, expireBelow: 0 },
      consolidation: "daily",
      elaboration: "daily",
      traceRetentionDays: 90,
    });
  });

  it("are the context's own where it has them", () => {
    const lifecycle = { decay: { context: 0.9 }, ttl_days: { context: 30 }, expire_below: 0.1 };
    expect(
      settings({ lifecycle, schedule: { consolidation: "off", elaboration: "hourly" }, trace_retention_days: 6.5, other: 1 }),
    ).toEqual({
      lifecycle: { decayPerDay: { context: 0.9 }, ttlDays: { context: 30 }, expireBelow: 0.1 },
      consolidation: "off",
      elaboration: "hourly",
      traceRetentionDays: 7,
    });
  });

  it("stop no work where they make no sense", () => {
    expect(settings({ lifecycle: "fast", schedule: { consolidation: "weekly" }, trace_retention_days: -1 })).toEqual(settings({}));
  });
});
