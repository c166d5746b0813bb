import { pino, type Logger } from "pino";
import { loggableError } from "./error.ts";

export type { Logger };

/** JSON lines on stderr. Contents and keys are never handed to it; what might carry one is cut here as a second wall. */
export function createLogger(level: string): Logger {
  const redact = ["authorization", "*.authorization", "bearer", "*.bearer", "key", "token", "*.token", "apiKey", "*.apiKey"];
  return pino({ level, base: null, redact, serializers: { err: loggableError } }, pino.destination({ dest: 2, sync: true }));
}

/** For tests and for what has nothing to log. */
export function silentLogger(): Logger {
  return pino({ level: "silent" });
}
