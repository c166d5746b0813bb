/** The operations of the API document, one line each. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
}

interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | unknown[]>>>>;
}

const file = join(import.meta.dirname, "../../clients/openapi.json");

export function restPage(): string {
  const { tags, paths } = JSON.parse(readFileSync(file, "utf8")) as ApiDocument;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => ("operationId" in operation ? [{ ...operation, method, path }] : [])),
  );
  const sections = tags.map(({ name, description }) => {
    const rows = operations
      .filter((each) => each.tags.includes(name))
      .map((each) => `| \`${each.method.toUpperCase()} ${each.path}\` | ${each.summary} | \`${each.operationId}\` |`);
    return `## ${name}\n\n${description}\n\n| request | what it does | operation |\n|---|---|---|\n${rows.join("\n")}`;
  });
  return `# REST

A running server describes every field of every operation at \`/docs\` (to read and to try) and at \`/openapi.json\` (OpenAPI 3.1, for
programs; the same file is [clients/openapi.json](../../clients/openapi.json)). This page is the short list. The last column is the name by
which the clients' \`call\` knows an operation.

- Send \`Authorization: Bearer <key>\`: a context key below \`/api/v1/{context_id}\`, a management key below \`/api/v1/contexts\`.
- Field names are camelCase; snake_case is accepted too. An unknown field is an error that names it.
- \`Idempotency-Key: <text>\` makes a write happen once, however often it is sent, for a day. A repetition by a
  caller whose effective grants changed meanwhile is a conflict (409).
- \`X-Service-On-Behalf-Of: <principal id>\` [delegates](../how-to/delegate.md).
- Errors are problem documents: see [errors](errors.md).

${sections.join("\n\n")}`;
}
