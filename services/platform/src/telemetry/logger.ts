import { pino, type DestinationStream, type Logger } from "pino";
import { loggableError } from "./error.ts";

export type { Logger };

export interface LogContext {
  /** Which process this is, such as `graph`. */
  readonly role?: string;
  /** What every line says beside its own: the ids of the OpenTelemetry trace in which it was written. */
  readonly trace?: () => object;
  /** Where lines go: stderr by default. */
  readonly to?: DestinationStream;
}

/** JSON lines on stderr. Contents and keys are never handed to it; what might carry one is cut here as a second wall. */
export function createLogger(level: string, { role, trace, to }: LogContext = {}): Logger {
  const redact = ["authorization", "*.authorization", "bearer", "*.bearer", "key", "token", "*.token", "apiKey", "*.apiKey"];
  const base = role === undefined ? null : { role };
  // pino by default writes each line's fields into the object that the mixin gave: one that is given twice would carry them over.
  const mixinMergeStrategy = (line: object, mixed: object) => ({ ...mixed, ...line });
  const mixin = trace === undefined ? {} : { mixin: trace, mixinMergeStrategy };
  return pino(
    { level, base, redact, serializers: { err: loggableError }, ...mixin },
    to ?? pino.destination({ dest: 2, sync: true }),
  );
}

/** For tests and for what has nothing to log. */
export function silentLogger(): Logger {
  return pino({ level: "silent" });
}
