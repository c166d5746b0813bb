import type { AnswerOf, Schemas } from "@loci/client";
import { Alert, Anchor, Badge, Box, Group, Highlight, Stack, Text } from "@mantine/core";
import { SearchX } from "lucide-react";
import { Link } from "wouter";
import { LegLegend, Score } from "../hits/leg-bar.tsx";
import { legShares, legsOf } from "../hits/legs.ts";
import { Empty } from "../ui/empty.tsx";
import { durationText, ofThem } from "../ui/quantities.ts";
import { Time } from "../ui/time.tsx";
import { withoutHeading, wordsOf } from "./sections.ts";

interface FoundProps {
  readonly answer: AnswerOf<"queryDocuments">;
  readonly question: string;
}

/** The passages that answer a question, best first. */
export function Found({ answer: { results, queryMs, degraded, subQuestions, traceId }, question }: FoundProps) {
  const topScore = Math.max(0, ...results.map(({ score }) => score));
  return (
    <Stack gap="sm">
      {degraded.length > 0 && (
        <Alert color="orange" title="Parts of the search did not answer">
          {degraded.join(", ")}. The passages may be less good than usual.
        </Alert>
      )}
      <Group gap="2px 12px" justify="space-between">
        <Text size="sm" c="dimmed">
          {ofThem(results.length, "passage")} in {durationText(queryMs)}.{" "}
          <Anchor component={Link} href={`/traces/${traceId}`} size="sm" underline="always">
            Trace
          </Anchor>
        </Text>
        <LegLegend legs={legsOf(results)} />
      </Group>
      {subQuestions.length > 0 && (
        <Text size="sm" c="dimmed">
          Asked as: {subQuestions.join(" · ")}
        </Text>
      )}
      {results.length === 0 ? (
        <Empty icon={SearchX} title="No passage answers that">
          Ask in other words, or search by meaning.
        </Empty>
      ) : (
        <Stack component="ol" gap="sm" className="plain-list" aria-label="Passages">
          {results.map((hit) => (
            <Passage key={hit.chunk.id} hit={hit} words={wordsOf(question)} topScore={topScore} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}

interface PassageProps {
  readonly hit: Schemas["QueryHit"];
  readonly words: readonly string[];
  readonly topScore: number;
}

function Passage({ hit, words, topScore }: PassageProps) {
  const { chunk, document, score, legs, graphEvidence = [], graphExpansion = [] } = hit;
  const heading = chunk.section ?? "";
  return (
    <Box component="li" className="surface" p="md">
      <Group gap={8} mb={6}>
        <Anchor component={Link} href={`/documents/${document.id}#${chunk.position}`} fw={550} size="sm">
          {document.title}
          {heading !== "" && heading !== document.title && ` › ${heading}`}
        </Anchor>
        <Text size="xs" c="dimmed">
          {chunk.page === null ? `${Math.round(chunk.positionPercent)} % in` : `page ${chunk.page}`}
        </Text>
        {hit.standing === "ended" && <Badge color="gray">ended</Badge>}
        <Score shares={legShares(legs)} score={score} topScore={topScore} />
      </Group>
      <Highlight highlight={[...words]} size="sm" className="prose">
        {withoutHeading(chunk.text, heading)}
      </Highlight>
      {hit.standing !== "ended" &&
        hit.endedParts?.map((part) => (
          <Text key={part.spanStart} size="xs" c="dimmed" mt={4}>
            No longer so since <Time at={part.validUntil} />: {part.text}
          </Text>
        ))}
      {graphEvidence.length > 0 && (
        <Group gap={6} mt={8} aria-label="Evidence of the graph" role="group">
          {graphEvidence.map(({ edgeKind, neighbourLabel, weight }) => (
            <Badge key={`${edgeKind} ${neighbourLabel}`} color="violet">
              {edgeKind.replaceAll("_", " ")}: {neighbourLabel} {weight.toFixed(2)}
            </Badge>
          ))}
        </Group>
      )}
      {graphExpansion.length > 0 && (
        <details className="disclosure">
          <summary>{ofThem(graphExpansion.length, "linked passage")}</summary>
          {graphExpansion.map(({ id, text }) => (
            <Text key={id} size="sm" c="dimmed" className="prose" mt={6}>
              {text}
            </Text>
          ))}
        </details>
      )}
    </Box>
  );
}
