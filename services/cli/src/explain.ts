/** What the user is told of a failure, and with which exit code the process ends. */
import type { LociError } from "@loci/client";
import type { Connection } from "./connection.ts";
import { exitCodes, Failure, messageOf, type Problem } from "./failure.ts";

/** Every error as a Failure; what a client of the API throws gets its text here. */
export function failureOf(thrown: unknown, connection: Connection | undefined): Failure {
  if (thrown instanceof Failure) return thrown;
  if (isApiError(thrown)) return ofApi(thrown, connection);
  return new Failure(messageOf(thrown));
}

/** By name, so that a command that never talked to a server does not load the client to say so. */
export function isApiError(thrown: unknown): thrown is LociError {
  return thrown instanceof Error && thrown.name === "LociError";
}

function ofApi(error: LociError, connection: Connection | undefined): Failure {
  const problem: Problem = {
    status: error.status,
    title: error.title,
    detail: error.detail,
    ...(error.traceId ? { traceId: error.traceId } : {}),
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
  };
  switch (error.code) {
    case "unreachable":
    case "timeout":
      return new Failure(unreachableText(error), exitCodes.unreachable, problem);
    case "cancelled":
      return new Failure("Interrupted.", exitCodes.interrupted, problem);
    case "not_loci":
      return new Failure(error.detail, exitCodes.failed, problem);
    case "unauthenticated":
      return new Failure(unauthenticatedText(error, connection), exitCodes.unauthorised, problem);
    default:
      return new Failure(problemText(error), error.status === 403 ? exitCodes.unauthorised : exitCodes.failed, problem);
  }
}

/** The problem with each wrong field on a line of its own. */
function problemText({ status, title, detail, fields }: LociError): string {
  const head = detail || title || `The server answered ${status}.`;
  const lines = [status === 0 ? head : `${head} (${status}${title && title !== head ? ` ${title}` : ""})`];
  for (const field of fields) if (!head.includes(field.detail)) lines.push(`  ${field.pointer}: ${field.detail}`);
  return lines.join("\n");
}

function unauthenticatedText(error: LociError, connection: Connection | undefined): string {
  if (connection?.plane === "management") {
    return [
      problemText(error),
      `  ${connection.url} does not take this management key: it may be wrong, expired or revoked, or be a context key.`,
      "  'loci config set management_api_key' stores one; 'loci config get management_api_key' shows the stored one.",
    ].join("\n");
  }
  const where = connection?.contextId ? ` for the context '${connection.contextId}'` : "";
  return [
    problemText(error),
    `  ${connection?.url ?? "The server"} does not take this key${where}: it may be wrong, expired or revoked, or be`,
    "  a key of another context. 'loci login' stores one that works; 'loci config get api_key' shows the stored one.",
  ].join("\n");
}

/** The client says why; here somebody may start the server. */
function unreachableText({ detail }: LociError): string {
  return /nothing listens there/i.test(detail) ? `${detail} 'npm start' starts one on this machine.` : detail;
}

/** Of an operation that the server does not know: then it is of another version, and says of which. */
export async function versionNote(thrown: unknown, own: string, connection: Connection | undefined): Promise<string> {
  if (!isApiError(thrown) || thrown.code !== "no_such_route" || connection === undefined) return "";
  const server = await serverVersion(connection.url);
  const versions = server === "" ? `this is loci ${own}` : `this is loci ${own}, and the server is ${server}`;
  return `\n  The server does not know this command: ${versions}. Use one of the same version.`;
}

async function serverVersion(url: string): Promise<string> {
  try {
    const answer = await fetch(`${url}/openapi.json`, { signal: AbortSignal.timeout(2_000) });
    const { info } = (await answer.json()) as { info?: { version?: unknown } };
    return typeof info?.version === "string" ? info.version : "";
  } catch {
    return "";
  }
}
