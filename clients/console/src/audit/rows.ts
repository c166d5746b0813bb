import type { Schemas } from "@loci/client";

export type AuditRow = Schemas["AuditRow"];

export const kindNames: Readonly<Record<string, string>> = {
  decision: "change",
  retrieval: "recall",
  response: "chat",
  access: "request that reads",
  mutation: "request that changes",
  denied: "refused request",
};
export const kindColors: Readonly<Record<string, string>> = {
  ...{ decision: "violet", retrieval: "petrol", response: "blue", access: "gray", mutation: "violet", denied: "red" },
};

const kinds = ["decision", "retrieval", "response", "access", "mutation", "denied"] as const;

export interface AuditFilter {
  readonly kind: (typeof kinds)[number] | undefined;
  readonly principal: string;
  /** As `datetime-local` writes it; "" for none. */
  readonly since: string;
  readonly until: string;
}

export function filterIn(params: URLSearchParams): AuditFilter {
  return {
    kind: kinds.find((kind) => kind === params.get("kind")),
    principal: params.get("principal") ?? "",
    since: params.get("since") ?? "",
    until: params.get("until") ?? "",
  };
}

const columns = [
  ...["createdAt", "kind", "principal", "delegatedPrincipal", "key", "decision", "rule", "recordId", "rowsTouched"],
  ...["latencyMs", "cost", "model", "source", "traceId", "operation", "status", "path", "address"],
] as const satisfies readonly (keyof AuditRow)[];

/** The rows as CSV (RFC 4180). A spreadsheet must not take a cell for a formula. */
export function csvOf(rows: readonly AuditRow[]): string {
  const cell = (value: string | number | null | undefined) => {
    const text = value === null || value === undefined ? "" : String(value);
    const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(","));
  return `${[columns.join(","), ...lines].join("\r\n")}\r\n`;
}

/** The traces that are kept: those of answers and of changes. A request that only looked something up has none. */
export function keptTraces(rows: readonly AuditRow[]): Set<string> {
  const hasNone = (kind: string) => kind === "access" || kind === "denied";
  return new Set(rows.flatMap(({ kind, traceId }) => (hasNone(kind) || traceId === "" ? [] : [traceId])));
}

/** What was done, in a few words. */
export function deedOf({ kind, decision, rule, rowsTouched, source, operation, status, count = 1 }: AuditRow): string {
  if (operation !== undefined) return `${operation}: ${status ?? ""}${count > 1 ? `, ${count} times` : ""}`;
  if (kind === "decision") return `${decision ?? "change"}: ${(rule ?? "").replaceAll("_", " ")}`;
  const of = source ? ` (${source})` : "";
  return kind === "retrieval" ? `Recalled ${rowsTouched} ${rowsTouched === 1 ? "record" : "records"}${of}` : `Replied${of}`;
}
