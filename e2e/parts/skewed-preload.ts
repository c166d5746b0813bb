/**
 * Loaded into a process before its own code (`--import`), it puts the process's clock wrong by LOCI_SKEW_MS: what the process reads as the
 * time, not how fast it passes.
 */
const skewMs = Number(process.env["LOCI_SKEW_MS"] ?? "0");
const RightDate = Date;

class SkewedDate extends RightDate {
  constructor(...args: [] | ConstructorParameters<DateConstructor>) {
    if (args.length === 0) super(RightDate.now() + skewMs);
    else super(...args);
  }

  static override now(): number {
    return RightDate.now() + skewMs;
  }
}
globalThis.Date = SkewedDate as DateConstructor;
