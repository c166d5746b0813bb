import type { Schemas } from "@loci/client";
import { Anchor, Box, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { countText, durationText, ofThem, percentText } from "../ui/quantities.ts";

type Stats = Schemas["TraceStatsResponse"];

/** The numbers that say how the memory does. */
export function Figures({ stats }: { readonly stats: Stats }) {
  const { retrieval, queueDepth, contradiction, supersession, tokens } = stats;
  return (
    <>
      <FigureGroup title="Answers in this window">
        <Figure
          name="Questions"
          value={countText(stats.totalQueries)}
          about={ofThem(stats.responseTracesTotal, "chat reply", "chat replies")}
        />
        <Figure
          name="Time to answer"
          value={durationText(stats.p50LatencyMs)}
          about={`95 % within ${durationText(stats.p95LatencyMs)}`}
        />
        <Figure
          name="Found nothing"
          value={percentText(retrieval.zeroHitRate)}
          about={
            <Anchor component={Link} href="/traces?hits=none" size="xs" underline="always">
              {ofThem(retrieval.zeroHitQueries, "question")}
            </Anchor>
          }
          bad={retrieval.zeroHitRate > 0.2}
        />
        <Figure
          name="From the cache"
          value={percentText(stats.cacheHitRate)}
          about={`${ofThem(stats.cacheHits, "question")}, ${ofThem(stats.responseTracesCached, "reply", "replies")}`}
        />
        <Figure
          name="Degraded"
          value={countText(retrieval.degradedQueries)}
          about="some part did not answer"
          bad={retrieval.degradedQueries > 0}
        />
        <Figure
          name="Model tokens"
          value={countText(tokens.input + tokens.output)}
          about={`${countText(tokens.input)} in, ${countText(tokens.output)} out, for chat`}
        />
      </FigureGroup>
      <FigureGroup title="At the moment">
        <Figure
          name="Documents in the queue"
          value={countText(queueDepth.queued + queueDepth.running)}
          about={
            <>
              {countText(queueDepth.running)} worked on,{" "}
              <Anchor component={Link} href="/documents?status=failed" size="xs" underline="always">
                {countText(queueDepth.failed)} failed
              </Anchor>
            </>
          }
          bad={queueDepth.failed > 0}
        />
        <Figure name="Turns to extract" value={countText(stats.pendingExtractions)} about="kept, not understood yet" />
        <Figure
          name="Search index is behind"
          value={countText(stats.feedLag)}
          about={stats.feedLag === 1 ? "change" : "changes"}
          bad={stats.feedLag > 1_000}
        />
        <Figure
          name="Open uncertainties"
          value={countText(stats.openUncertainties)}
          about={
            <Anchor component={Link} href="/uncertainties" size="xs" underline="always">
              to the inbox
            </Anchor>
          }
        />
      </FigureGroup>
      <FigureGroup title="What changed in memory, in this window">
        <Figure
          name="Contradictions"
          value={countText(contradiction.contradictions)}
          about={`${percentText(contradiction.contradictionRate)} of ${ofThem(contradiction.reconciliations, "decision")}`}
        />
        <Figure
          name="Supersessions"
          value={countText(supersession.supersessionEvents)}
          about={`of ${ofThem(supersession.entitiesChurned, "entity", "entities")}`}
        />
      </FigureGroup>
    </>
  );
}

function FigureGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb={8}>
        {title}
      </Title>
      <div className="figures">{children}</div>
    </section>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly about: ReactNode;
  /** Worth a look. */
  readonly bad?: boolean;
}

function Figure({ name, value, about, bad = false }: FigureProps) {
  return (
    <Box className={`surface figure${bad ? " figure-bad" : ""}`} p="sm">
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <Text fz="1.45rem" fw={620} lh={1.3}>
        {value}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {about}
      </Text>
    </Box>
  );
}
