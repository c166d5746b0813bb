/** Errors as HTTP answers them, and the exit codes of both binaries. */
import { errorCodes, LociError } from "../../services/kernel/src/index.ts";
import { methodNotAllowedAnswer, noSuchRouteAnswer, problemAnswer } from "../../services/gateway/src/errors.ts";
import { problemMeanings } from "../../services/gateway/src/openapi/problem.ts";
import { exitCodes as clientCodes } from "../../services/cli/src/failure.ts";
import { exitCodes as serverCodes } from "../../services/server/src/faults.ts";

const meanings: Readonly<Record<keyof typeof clientCodes, string>> = {
  ok: "done",
  failed: "failed: the line on stderr says why",
  usage: "wrong usage: a flag or an argument",
  unreachable: "no Loci server answered",
  unauthorised: "the key is wrong, or may not do this",
  interrupted: "interrupted (Ctrl-C)",
};

export function errorsPage(): string {
  const nowhere = { instance: "", traceId: "" };
  const answers = [
    ...errorCodes.map((code) => ({ code, ...problemAnswer(new LociError(code, ""), nowhere) })),
    { code: "no_such_route", ...noSuchRouteAnswer(nowhere) },
    { code: "method_not_allowed", ...methodNotAllowedAnswer("", nowhere) },
  ];
  const rows = answers
    .sort((one, other) => one.status - other.status)
    .map(({ code, status, body }) => {
      const meaning = ofRoutes[code] ?? problemMeanings[status] ?? others[status] ?? body.title;
      return `| ${status} | \`${code}\` | \`${body.type}\` | ${meaning} |`;
    });
  const exits = (Object.keys(clientCodes) as (keyof typeof clientCodes)[]).map((name) => {
    const inServer = name in serverCodes ? "both" : "`loci`";
    return `| ${clientCodes[name]} | ${meanings[name]} | ${inServer} |`;
  });
  return `# Errors and exit codes

## Problem documents

An error over HTTP is \`application/problem+json\`: \`type\`, \`title\`, \`status\`, \`detail\` (what is wrong, what to do), \`instance\` (the path),
\`traceId\` (the server's log names it too) and, for 400, \`errors\`: a JSON pointer and a sentence for each wrong field.

| status | code in the clients | type | meaning |
|---|---|---|---|
${rows.join("\n")}

429 and 503 bear \`Retry-After\`. The clients wait that long and send again, up to their limit of attempts. They add codes of their own for what
never became an answer: \`unreachable\`, \`timeout\`, \`cancelled\`, \`not_loci\`.

## Exit codes

| code | meaning | of |
|---|---|---|
${exits.join("\n")}

With \`--json\`, \`loci\` writes the error to stderr as JSON too: \`{"error": {"detail": …, "status": …, "exitCode": …}}\`.`;
}

const ofRoutes: Readonly<Record<string, string>> = {
  no_such_route: "The server has no such path: it is of another version, or serves the other plane.",
  method_not_allowed: "The path takes other methods; Allow names them.",
};

const others: Readonly<Record<number, string>> = {
  499: "The caller went away; only the log sees it.",
  500: "A fault of the server; the log has the cause under the traceId.",
};
