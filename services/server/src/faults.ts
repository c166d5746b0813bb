import { LociError } from "@loci/kernel";
import { SettingError, type ListenAddress } from "./config.ts";

/** What the shell sees when the server cannot start. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, differs: 3 } as const;

/** A wrong call of the command, as opposed to a fault of its surroundings. */
export class UsageError extends Error {}

/** What was to be compared is not alike. */
export class Difference extends Error {}

/** One line for whatever ended a command. */
export function explain(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (error instanceof UsageError) return { text: error.message, exitCode: exitCodes.usage };
  if (error instanceof Difference) return { text: error.message, exitCode: exitCodes.differs };
  if (error instanceof SettingError) return { text: error.message, exitCode: exitCodes.failed };
  const known = error instanceof LociError && error.code !== "internal";
  const cause = error instanceof LociError && error.code === "internal" && error.cause !== undefined ? error.cause : error;
  const text = known ? error.message : cause instanceof Error ? cause.message : String(cause);
  return { text: text.split("\n")[0] ?? text, exitCode: exitCodes.failed };
}

/** The error of a listener in words that say what to do. */
export function cannotListen({ host, port }: ListenAddress, flag: string, error: unknown): LociError {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const text = error instanceof Error ? error.message : String(error);
  const where = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  if (code === "EADDRINUSE" || text.includes("EADDRINUSE") || text.includes("No address added")) {
    return new LociError(
      "unavailable",
      `${where} is in use by another program. Stop it, or choose another port: ${flag} ${host}:${port + 1}`,
      {
        cause: error,
      },
    );
  }
  if (code === "EACCES")
    return new LociError("unavailable", `${where} may not be listened on by this user. Choose a port above 1023 with ${flag}.`, {
      cause: error,
    });
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new LociError("unavailable", `${where}: this machine has no such address (${flag}).`, { cause: error });
  return new LociError("unavailable", `Cannot listen on ${where}: ${text}`, { cause: error });
}
