/** What tools/list answers, as tables. */
import { defaultGatewaySettings } from "../../services/gateway/src/index.ts";
import { createToolBox } from "../../services/gateway/src/mcp/toolbox.ts";
import { restRoutes, type RestParts } from "../../services/gateway/src/rest/index.ts";

interface Field {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
}

export function mcpPage(): string {
  // The rows are read and none is run: no service is asked.
  const unasked = {} as RestParts;
  const listed = createToolBox(restRoutes({ ...unasked, settings: defaultGatewaySettings })).list();
  const sections = listed.map(({ name, description = "", annotations, inputSchema }) => {
    const required = new Set(inputSchema.required ?? []);
    const fields = Object.entries((inputSchema.properties ?? {}) as Readonly<Record<string, Field>>);
    const rows = fields.map(([field, { description: about = "", ...schema }]) => {
      return `| \`${field}\`${required.has(field) ? " (required)" : ""} | ${cell(typeOf(schema))} | ${cell(about)} |`;
    });
    const kind = annotations?.readOnlyHint === true ? "reads" : annotations?.destructiveHint === true ? "destroys" : "writes";
    return `## ${name} (${kind})\n\n${description}\n\n| argument | type | what it is |\n|---|---|---|\n${rows.join("\n")}`;
  });
  return `# MCP tools

Served at \`/mcp\` by the same server and port as REST. How to connect a client: [connect an MCP client](../how-to/connect-an-mcp-client.md).
Each tool does what one REST operation does, and takes all of its fields; shown here is what a model is shown. A failed call is a result with \`isError\` and
the [problem document](errors.md) in \`structuredContent.error\`.

${sections.join("\n\n")}`;
}

function typeOf({ type, enum: values }: Field): string {
  if (values !== undefined) return values.map((value) => `\`${value}\``).join(", ");
  return typeof type === "string" ? type : (type?.join(" or ") ?? "any");
}

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
