/** What is logged of an error. */
export interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  /** Where it came from: frames only, as a stack's first line repeats the message. */
  readonly stack?: string;
  readonly cause?: LoggedError;
}

/** SQLSTATE class 22, data exceptions: their messages quote the value, which may be anybody's text. */
const quotesValues = /^22/;
const deepest = 5;

/**
 * What may be logged of whatever was thrown: named members only. A database's error has others that hold whole rows ("Failing row
 * contains …").
 */
export function loggableError(thrown: unknown, depth = 0): LoggedError {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: "" };
  const code = "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
  const frames = thrown.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? [];
  return {
    type: thrown.name,
    message: code !== undefined && quotesValues.test(code) ? thrown.message.replace(/".*"/s, '"…"') : thrown.message,
    ...(code === undefined ? {} : { code }),
    ...(frames.length > 0 ? { stack: frames.join("\n") } : {}),
    ...(thrown.cause !== undefined && depth < deepest ? { cause: loggableError(thrown.cause, depth + 1) } : {}),
  };
}
