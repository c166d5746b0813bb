import { Anchor, Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download, ScrollText } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { LoadOlder } from "../ui/load-older.tsx";
import { partOf } from "../ui/older.ts";
import { Page } from "../ui/page.tsx";
import { withParams } from "../ui/params.ts";
import { countText, durationText, ofThem } from "../ui/quantities.ts";
import { Row, Rows } from "../ui/rows.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Time } from "../ui/time.tsx";
import { instantOf } from "../ui/time-text.ts";
import { FilterForm } from "./filter-form.tsx";
import { csvOf, deedOf, filterIn, keptTraces, kindColors, kindNames, type AuditFilter, type AuditRow } from "./rows.ts";

const pageSize = 200;

/** Who did what and when. */
export default function AuditPage() {
  const { loci } = useSession();
  const [params, setParams] = useSearchParams();
  const filter = filterIn(params);
  const query = useInfiniteQuery({
    queryKey: ["audit", params.toString()],
    initialPageParam: instantOf(filter.until),
    queryFn: async ({ pageParam: until, signal }) => {
      const { kind, principal, since } = filter;
      const asked = { kind, principal: principal === "" ? undefined : principal, since: instantOf(since) };
      const { rows } = await loci.audit({ ...asked, until, limit: pageSize }, { signal });
      return partOf(rows, pageSize);
    },
    getNextPageParam: ({ until }) => until,
  });
  const show = (name: keyof AuditFilter, value: string) => setParams((now) => withParams(now, { [name]: value }));
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? [];
  const save = (content: string, type: string, extension: string) =>
    saveFile(new Blob([content], { type }), `loci-audit-${new Date().toISOString().slice(0, 10)}.${extension}`);

  return (
    <Page
      title="Audit"
      about="Who asked, and what was changed by which rule. Files hold what is loaded below."
      actions={
        rows.length > 0 && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              onClick={() => save(csvOf(rows), "text/csv", "csv")}
            >
              CSV
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<Download size={14} aria-hidden />}
              onClick={() => save(JSON.stringify(rows, null, 2), "application/json", "json")}
            >
              JSON
            </Button>
          </Group>
        )
      }
    >
      <FilterForm filter={filter} onChange={show} />
      <Answer of={query} rows={8}>
        {() =>
          rows.length === 0 ? (
            <Empty icon={ScrollText} title={params.size === 0 ? "Nothing has happened yet" : "Nothing like that has happened"}>
              {params.size === 0 ? "Each question and each change of the memory stands here." : "Choose other times, or anybody."}
            </Empty>
          ) : (
            <Stack gap="sm">
              <AuditRows rows={rows} />
              <LoadOlder of={query}>{`${ofThem(rows.length, "row")} loaded`}</LoadOlder>
            </Stack>
          )
        }
      </Answer>
    </Page>
  );
}

function AuditRows({ rows }: { readonly rows: readonly AuditRow[] }) {
  const kept = keptTraces(rows);
  return (
    <Rows label="Audit">
      {rows.map((row, i) => (
        <Row key={`${row.traceId} ${row.recordId ?? ""} ${i}`} title={deedOf(row)} end={<Time at={row.createdAt} />}>
          <Badge color={kindColors[row.kind] ?? "gray"}>{kindNames[row.kind] ?? row.kind}</Badge>
          <span>
            by {row.principal ?? "nobody"}
            {row.delegatedPrincipal !== null && ` for ${row.delegatedPrincipal}`}
          </span>
          {row.kind !== "decision" && <span>{durationText(row.latencyMs)}</span>}
          {row.cost > 0 && <span>{countText(row.cost)} tokens</span>}
          {row.model !== null && <span>{row.model}</span>}
          {row.recordId !== undefined && (
            <Text size="xs" ff="monospace" component="span">
              {row.recordId}
            </Text>
          )}
          {kept.has(row.traceId) && (
            <Anchor component={Link} href={`/traces/${row.traceId}`} size="xs">
              Trace
            </Anchor>
          )}
        </Row>
      ))}
    </Rows>
  );
}
