/** Lines of JSON on stderr. No secret is ever handed to it. */
export type LogLevel = "debug" | "info" | "warn" | "error";
export type Log = (level: LogLevel, message: string, details?: Readonly<Record<string, unknown>>) => void;

const order: readonly LogLevel[] = ["debug", "info", "warn", "error"];

export function createLog(lowest: LogLevel, write: (line: string) => void = (line) => void process.stderr.write(line)): Log {
  return (level, message, details = {}) => {
    if (order.indexOf(level) < order.indexOf(lowest)) return;
    write(`${JSON.stringify({ level, time: new Date().toISOString(), msg: message, ...details })}\n`);
  };
}
