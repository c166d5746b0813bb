import { Box, Group, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "@loci/client";
import { useQuery } from "@tanstack/react-query";
import { LegLegend, LegNumbers, Score } from "../hits/leg-bar.tsx";
import { legShares, legsOf } from "../hits/legs.ts";
import { SourceKind } from "../hits/source-kind.tsx";
import { useSession } from "../session/session.tsx";
import { foundNothing, textOf, type Trace } from "./trace.ts";

/** The hits of a trace as they were ranked, each with each leg's part. */
export function TracedHits({ trace }: { readonly trace: Trace }) {
  const { hits } = trace;
  const topScore = Math.max(0, ...hits.map(({ score }) => score));
  if (hits.length === 0) return foundNothing(trace) ? <Text size="sm">Nothing was found.</Text> : null;
  return (
    <section aria-labelledby="hits">
      <Group justify="space-between" mb={8} gap="4px 12px">
        <Title order={2} id="hits">
          Hits
        </Title>
        <LegLegend legs={legsOf(hits)} />
      </Group>
      <Stack component="ol" gap="sm" className="plain-list" aria-labelledby="hits">
        {hits.map((hit) => (
          <TracedHit key={hit.id} hit={hit} topScore={topScore} />
        ))}
      </Stack>
    </section>
  );
}

interface TracedHitProps {
  readonly hit: Schemas["TracedHit"];
  readonly topScore: number;
}

function TracedHit({ hit, topScore }: TracedHitProps) {
  const { loci } = useSession();
  const record = useQuery({
    queryKey: ["inspect", hit.id],
    queryFn: ({ signal }) => loci.call("inspect", { query: { ref: hit.id } }, { signal }),
    staleTime: Infinity,
  });
  const shares = legShares(hit.legs);
  const text = record.data === undefined ? undefined : textOf(record.data);
  return (
    <Box component="li" className="surface" p="md">
      <Group gap={8} mb={6}>
        <Text size="sm" c="dimmed">
          {hit.rank}
        </Text>
        <SourceKind of={hit.source} />
        <Score shares={shares} score={hit.score} topScore={topScore} />
      </Group>
      {text === undefined ? (
        <Text size="sm" c="dimmed" ff={record.isPending ? "text" : "monospace"}>
          {record.isError ? `${hit.id} is not there any more` : record.isPending ? "…" : hit.id}
        </Text>
      ) : (
        <Text size="sm" className="prose" lineClamp={6}>
          {text}
        </Text>
      )}
      {shares.length > 0 && (
        <details className="disclosure">
          <summary>Parts of the score</summary>
          <Box mt={4}>
            <LegNumbers shares={shares} parts={hit.legs} />
          </Box>
        </details>
      )}
    </Box>
  );
}
