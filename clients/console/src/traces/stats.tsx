import { Group, SegmentedControl, SimpleGrid, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { durationText } from "../ui/quantities.ts";
import { Chart } from "./chart.tsx";
import { Figures } from "./figures.tsx";
import { latencyRows, tierRows, windows } from "./stats-rows.ts";

/** Numbers over the traces of a window, and what stands at the moment. */
export default function Stats() {
  const { loci } = useSession();
  const [params, setParams] = useSearchParams();
  const window = windows.find(({ value }) => value === params.get("hours")) ?? windows[1];
  const query = useQuery({
    queryKey: ["traces", "stats", window.value],
    queryFn: ({ signal }) => loci.stats({ windowHours: Number(window.value) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label="Window"
          data={[...windows]}
          value={window.value}
          onChange={(hours) => setParams({ hours })}
        />
        <Text size="xs" c="dimmed">
          Whoever manages grants of the whole context sees everybody&apos;s questions; all others their own.
        </Text>
      </Group>
      <Answer of={query} rows={8}>
        {(stats) => (
          <>
            <Figures stats={stats} />
            <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
              <Chart
                title="Questions by tier"
                names="Tier"
                rows={tierRows(stats)}
                series={[{ name: "questions", label: "Questions", color: "petrol.7" }]}
              />
              <Chart
                title="Time to answer by tier"
                names="Tier"
                rows={latencyRows(stats)}
                series={[
                  { name: "p50", label: "Half within", color: "petrol.5" },
                  { name: "p95", label: "95 % within", color: "orange.6" },
                ]}
                format={durationText}
              />
              <Chart
                title="Where facts come from"
                names="Source"
                rows={stats.sourceKindDistribution.map(({ kind, count }) => ({ name: kind.replaceAll("_", " "), facts: count }))}
                series={[{ name: "facts", label: "Facts", color: "violet.6" }]}
              />
            </SimpleGrid>
          </>
        )}
      </Answer>
    </Stack>
  );
}
