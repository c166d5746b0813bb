import type { AnswerOf } from "@loci/client";
import { Stack, Text, Title } from "@mantine/core";
import { SearchX } from "lucide-react";
import { LegLegend } from "../hits/leg-bar.tsx";
import { legsOf } from "../hits/legs.ts";
import { Empty } from "../ui/empty.tsx";
import { Hit } from "./hit.tsx";

interface HitListProps {
  readonly answer: AnswerOf<"recall">;
  /** The ids of another answer that this one is compared with. */
  readonly others?: ReadonlySet<string> | undefined;
}

/** The hits of one answer, best first, and what stands beside them. */
export function HitList({ answer, others }: HitListProps) {
  const { hits, contextHits, trace } = answer;
  const traced = new Map(trace.hits.map((hit) => [hit.id, hit]));
  const topScore = Math.max(0, ...hits.map(({ score }) => score));
  if (hits.length === 0) {
    return (
      <Empty icon={SearchX} title="Nothing is known about that">
        Ask in other words, or leave out options: scopes, labels and times narrow what is searched.
      </Empty>
    );
  }
  const item = (hit: (typeof hits)[number]) => (
    <Hit
      key={hit.id}
      hit={hit}
      traced={traced.get(hit.id)}
      topScore={topScore}
      onlyHere={others !== undefined && !others.has(hit.id)}
    />
  );
  return (
    <Stack gap="sm">
      <LegLegend legs={legsOf(trace.hits)} />
      <Stack component="ol" gap="sm" className="plain-list" aria-label="Hits">
        {hits.map(item)}
      </Stack>
      {contextHits.length > 0 && (
        <>
          <Title order={2} mt="sm">
            Around them
          </Title>
          <Text size="sm" c="dimmed">
            What stands before and after the hits, for context.
          </Text>
          <Stack component="ol" gap="sm" className="plain-list" aria-label="Around the hits">
            {contextHits.map(item)}
          </Stack>
        </>
      )}
    </Stack>
  );
}
