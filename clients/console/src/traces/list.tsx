import { Badge, Checkbox, Group, Select, Stack } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Activity } from "lucide-react";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { LoadOlder } from "../ui/load-older.tsx";
import { partOf } from "../ui/older.ts";
import { optionsOf } from "../ui/options.ts";
import { withParams } from "../ui/params.ts";
import { durationText, ofThem } from "../ui/quantities.ts";
import { Row, Rows } from "../ui/rows.tsx";
import { Time } from "../ui/time.tsx";
import { filtered, filterIn, foundNothing, kindNames, tiers, type Trace } from "./trace.ts";

const pageSize = 100;

/** The traces that the key may see, newest first; older ones on demand. */
export function TraceList() {
  const { loci } = useSession();
  const [params, setParams] = useSearchParams();
  const filter = filterIn(params);
  const query = useInfiniteQuery({
    queryKey: ["traces", "list", filter.kind],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: until, signal }) => {
      const { traces } = await loci.traces.list({ kind: filter.kind, until, limit: pageSize }, { signal });
      return partOf(traces, pageSize);
    },
    getNextPageParam: ({ until }) => until,
  });
  const show = (name: string, value: string | null) => setParams((now) => withParams(now, { [name]: value }));

  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Select
          aria-label="Kind"
          placeholder="Recall and chat"
          size="xs"
          clearable
          clearButtonProps={{ "aria-label": "Recall and chat" }}
          data={optionsOf(kindNames)}
          value={filter.kind ?? null}
          onChange={(value) => show("kind", value)}
        />
        <Select
          aria-label="Tier"
          placeholder="Any tier"
          size="xs"
          clearable
          clearButtonProps={{ "aria-label": "Any tier" }}
          data={tiers.map((value) => ({ value, label: value.replace("_", " ") }))}
          value={filter.tier ?? null}
          onChange={(value) => show("tier", value)}
        />
        <Checkbox
          size="xs"
          label="Found nothing"
          checked={filter.isZeroHit}
          onChange={({ currentTarget }) => show("hits", currentTarget.checked ? "none" : null)}
        />
      </Group>
      <Answer of={query}>
        {({ pages }) => {
          const all = pages.flatMap(({ rows }) => rows);
          const shown = filtered(all, filter);
          return (
            <Stack gap="sm">
              {all.length === 0 ? (
                <Empty icon={Activity} title="There is no trace yet">
                  Ask something under Recall: its trace stands here afterwards.
                </Empty>
              ) : (
                shown.length > 0 && (
                  <Rows label="Traces">
                    {shown.map((trace) => (
                      <TraceRow key={trace.id} trace={trace} />
                    ))}
                  </Rows>
                )
              )}
              {all.length > 0 && (
                <LoadOlder of={query}>
                  {shown.length === all.length
                    ? ofThem(all.length, "trace")
                    : `${shown.length} of ${ofThem(all.length, "loaded trace")}`}
                </LoadOlder>
              )}
            </Stack>
          );
        }}
      </Answer>
    </Stack>
  );
}

function TraceRow({ trace }: { readonly trace: Trace }) {
  const { kind, resolutionTier, latencyMs, hits, degraded, principal, createdAt } = trace;
  return (
    <Row
      href={`/traces/${trace.id}`}
      title={trace.queryText === "" ? "(its text was erased)" : trace.queryText}
      end={durationText(latencyMs)}
    >
      <Badge color={kind === "response" ? "blue" : "petrol"}>{kindNames[kind]}</Badge>
      {resolutionTier !== "" && <Badge color="gray">{resolutionTier.replace("_", " ")}</Badge>}
      {foundNothing(trace) ? <Badge color="orange">nothing found</Badge> : <span>{ofThem(hits.length, "hit")}</span>}
      {degraded.length > 0 && <Badge color="red">degraded</Badge>}
      <span>{principal}</span>
      <Time at={createdAt} />
    </Row>
  );
}
