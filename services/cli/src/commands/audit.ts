import type { Schemas } from "@loci/client";
import type { Command } from "commander";
import { choice, examples, limitOption, maxPage } from "../flags.ts";
import type { GlobalFlags, Session } from "../session.ts";
import { table } from "../table.ts";
import { defineVerify } from "./audit-verify.ts";
import { moment } from "../times.ts";

const kinds = ["decision", "retrieval", "response", "access", "mutation", "denied", "request"] as const;

interface Flags extends GlobalFlags {
  readonly kind?: (typeof kinds)[number];
  readonly principal?: string;
  readonly key?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit?: number;
}

export function define(command: Command, session: Session): void {
  defineVerify(command, session);
  command
    .addOption(choice("--kind <kind>", "only these; 'request' is access, mutation and denied together", kinds))
    .option("--principal <id>", "only what this principal did")
    .option("--key <id>", "only what was done with this key")
    .option("--since <timestamp>", "from then on (RFC 3339)")
    .option("--until <timestamp>", "before then (RFC 3339)")
    .addOption(limitOption("how many (default 100, at most 500)", maxPage))
    .addHelpText("after", examples("loci audit --limit 20", "loci audit --kind denied --since 2026-01-01T00:00:00Z --json"))
    .action(async () => {
      const { kind, principal, key, since, until, limit } = command.optsWithGlobals<Flags>();
      const { loci } = await session.data(command);
      const answer = await loci.call("listAudit", { query: { kind, principal, key, since, until, limit } });
      session.show(command, answer, ({ rows }) =>
        table(
          session.terminal,
          rows,
          [
            { title: "at", of: ({ createdAt }) => moment(createdAt) },
            { title: "what", of: whatOf, shrinks: true },
            { title: "who", of: (row) => row.principal ?? "", shrinks: true },
            { title: "rows", of: ({ rowsTouched }) => String(rowsTouched), right: true, spare: true },
            { title: "ms", of: ({ latencyMs }) => String(latencyMs), right: true, spare: true },
            { title: "trace", of: ({ traceId }) => traceId, spare: true },
          ],
          "Nothing happened in this time.",
        ),
      );
    });
}

function whatOf({ decision, rule, kind, operation, status, count = 1 }: Schemas["AuditRow"]): string {
  if (decision) return `${decision} (${rule ?? ""})`;
  if (operation === undefined) return kind;
  return `${kind} ${operation} ${status ?? ""}${count > 1 ? ` (${count} times)` : ""}`;
}
