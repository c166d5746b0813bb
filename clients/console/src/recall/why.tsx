import type { AnswerOf } from "@loci/client";
import { Alert, Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { Link } from "wouter";
import { EntityLink } from "../ui/entity-link.tsx";
import { countText, durationText, ofThem } from "../ui/quantities.ts";
import { Stages } from "./stages.tsx";

const tierNames: Readonly<Record<string, string>> = {
  direct: "Answered directly from the graph",
  cache: "Answered from the cache",
  full_context: "Everything in reach was read",
  hybrid: "Searched by words, meaning and graph",
};

/** How an answer came about: the tier and why, how long each stage took, what was degraded. */
export function Why({ answer }: { readonly answer: AnswerOf<"recall"> }) {
  const { trace, tier, hits, queryMs, seedEntities } = answer;
  return (
    <Stack gap={8}>
      <Text size="sm" component="div">
        <Badge color="gray" component="span" className="inline-badge">
          {tier.replace("_", " ")}
        </Badge>
        <span>
          {ofThem(hits.length, "hit")} of {countText(trace.retrievedCount)} found, in {durationText(queryMs)}.
        </span>{" "}
        <Text span c="dimmed" size="sm">
          {tierNames[tier] ?? tier}: {trace.tierReason}.
        </Text>{" "}
        {trace.traceId !== "" && (
          <Anchor component={Link} href={`/traces/${trace.traceId}`} size="sm" underline="always">
            Trace
          </Anchor>
        )}
      </Text>
      {trace.degraded.length > 0 && (
        <Alert color="orange" title="Parts of the search did not answer">
          {trace.degraded.join(", ")}. The hits may be less good than usual.
        </Alert>
      )}
      {seedEntities.length > 0 && (
        <Group gap={8}>
          <Text size="xs" c="dimmed">
            Understood as speaking of
          </Text>
          {seedEntities.map((entity) => (
            <EntityLink key={entity} entity={entity} size="xs" />
          ))}
        </Group>
      )}
      <Stages stageMs={trace.stageMs} />
    </Stack>
  );
}
