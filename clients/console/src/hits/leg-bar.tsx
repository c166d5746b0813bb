import type { Schemas } from "@loci/client";
import { Box, Group, Table, Text } from "@mantine/core";
import "./hits.css";
import { legName, type LegShare } from "./legs.ts";

const own = new Set(["bm25", "vector", "graph", "source", "session", "time"]);
const colorOf = (leg: string) => `var(--loci-leg-${own.has(leg) ? leg : "other"})`;

interface ScoreProps {
  readonly shares: readonly LegShare[];
  readonly score: number;
  readonly topScore: number;
}

/** A hit's score, as a number and as a bar. */
export function Score(props: ScoreProps) {
  return (
    <Group gap={8} wrap="nowrap" ml="auto">
      <LegBar {...props} />
      <Text size="sm" ff="monospace" fw={600} title="score">
        {props.score.toFixed(2)}
      </Text>
    </Group>
  );
}

/** To the scale of the best hit, each leg's part in its colour. */
function LegBar({ shares, score, topScore }: ScoreProps) {
  const total = shares.reduce((sum, { contribution }) => sum + contribution, 0);
  if (total === 0) return null;
  const told = shares.map(({ leg, contribution }) => `${legName(leg)} ${contribution.toFixed(2)}`).join(", ");
  return (
    <Box className="leg-bar" role="img" aria-label={`The score's parts: ${told}`} title={told}>
      {shares.map(({ leg, contribution }) => (
        <Box
          key={leg}
          className="leg-part"
          style={{ width: `${(contribution / total) * (score / Math.max(topScore, score)) * 100}%`, background: colorOf(leg) }}
        />
      ))}
    </Box>
  );
}

/** What the colours stand for. */
export function LegLegend({ legs }: { readonly legs: readonly string[] }) {
  return (
    <Group gap="2px 12px">
      {legs.map((leg) => (
        <Group key={leg} gap={5} wrap="nowrap">
          <Box className="leg-dot" style={{ background: colorOf(leg) }} />
          <Text size="xs" c="dimmed">
            {legName(leg)}
          </Text>
        </Group>
      ))}
    </Group>
  );
}

interface LegNumbersProps {
  readonly shares: readonly LegShare[];
  readonly parts: readonly Schemas["LegPart"][];
}

/** The same in numbers. */
export function LegNumbers({ shares, parts }: LegNumbersProps) {
  if (shares.length === 0) return <Text size="sm">It was found without a search, so no leg has a part in it.</Text>;
  const rawOf = (leg: string) => Math.max(...parts.filter((part) => part.leg === leg).map(({ score }) => score));
  return (
    <Table className="numbers" withRowBorders={false} verticalSpacing={2} aria-label="Parts of the score">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Leg</Table.Th>
          <Table.Th ta="right">Adds</Table.Th>
          <Table.Th ta="right">Own measure</Table.Th>
          <Table.Th ta="right">Place there</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shares.map(({ leg, contribution, rank }) => (
          <Table.Tr key={leg}>
            <Table.Td>
              <Group gap={6} wrap="nowrap">
                <Box className="leg-dot" style={{ background: colorOf(leg) }} />
                {legName(leg)}
              </Group>
            </Table.Td>
            <Table.Td ta="right">{contribution.toFixed(3)}</Table.Td>
            <Table.Td ta="right">{rawOf(leg).toFixed(3)}</Table.Td>
            <Table.Td ta="right">{rank === 0 ? "–" : rank}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
