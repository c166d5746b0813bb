import { Alert, Anchor, Badge, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { EntityLink } from "../ui/entity-link.tsx";
import { FactGrid } from "../ui/fact-grid.tsx";
import { Page } from "../ui/page.tsx";
import { countText, durationText } from "../ui/quantities.ts";
import { Row, Rows } from "../ui/rows.tsx";
import { Time } from "../ui/time.tsx";
import { StageBars } from "./stage-bars.tsx";
import { kindNames, textOf, type Trace } from "./trace.ts";
import { TracedHits } from "./traced-hits.tsx";

/** One trace: the question, each stage's time, each hit with each leg's part, and what the memory changed under it. */
export function TracePage({ id }: { readonly id: string }) {
  const { loci } = useSession();
  const query = useQuery({
    queryKey: ["traces", "one", id],
    queryFn: ({ signal }) => loci.traces.get(id, { signal }),
    staleTime: Infinity,
  });
  const question = query.data?.queryText ?? "";
  return (
    <Page title={question === "" ? "Trace" : question} back={{ href: "/traces", label: "All traces" }}>
      <Answer of={query}>
        {(trace) => (
          <>
            {trace.degraded.length > 0 && (
              <Alert color="orange" title="Parts of the search did not answer">
                {trace.degraded.join(", ")}
              </Alert>
            )}
            <Paper className="surface" p="md">
              <Facts of={trace} />
            </Paper>
            {trace.parent !== null && trace.parent.responseText !== "" && (
              <section aria-labelledby="reply">
                <Title order={2} id="reply" mb={8}>
                  Reply
                </Title>
                <Text className="surface trace-reply">{trace.parent.responseText}</Text>
              </section>
            )}
            <StageBars stageMs={trace.stageMs} />
            <TracedHits trace={trace} />
            <Updates of={trace} />
          </>
        )}
      </Answer>
    </Page>
  );
}

function Facts({ of: trace }: { readonly of: Trace }) {
  const { inputTokens, outputTokens, resolutionTier: tier, parents, sessionId, seedEntities } = trace;
  return (
    <FactGrid
      facts={[
        ["Kind", kindNames[trace.kind]],
        [
          "Tier",
          tier !== "" && (
            <>
              <Badge color="gray">{tier.replace("_", " ")}</Badge> {trace.tierReason}
            </>
          ),
        ],
        ["Mode", trace.mode],
        ["Took", durationText(trace.latencyMs)],
        [
          "Found",
          trace.kind === "retrieval" ? `${countText(trace.retrievedCount)}, of which ${trace.hits.length} were given` : null,
        ],
        ["Asked", <Time at={trace.createdAt} />],
        ["By", `${trace.principal}${trace.delegatedPrincipal === null ? "" : ` for ${trace.delegatedPrincipal}`}`],
        ["Label", trace.source],
        ["Model", trace.model],
        ["Tokens", inputTokens + outputTokens > 0 ? `${countText(inputTokens)} in, ${countText(outputTokens)} out` : null],
        [
          "Session",
          sessionId && (
            <Anchor component={Link} href={`/sessions/${sessionId}`} size="sm">
              {sessionId}
            </Anchor>
          ),
        ],
        [
          "Speaks of",
          seedEntities.length > 0 && (
            <Stack gap={2}>
              {seedEntities.map((entity) => (
                <Seed key={entity} id={entity} />
              ))}
            </Stack>
          ),
        ],
        [
          "Belongs to",
          parents.length > 0 && (
            <Stack gap={2}>
              {parents.map((id) => (
                <Anchor key={id} component={Link} href={`/traces/${id}`} size="sm">
                  {id}
                </Anchor>
              ))}
            </Stack>
          ),
        ],
        [
          "Trace",
          <Text key="id" size="xs" ff="monospace" component="span">
            {trace.id}
          </Text>,
        ],
      ]}
    />
  );
}

/** An entity that the question was understood to speak of; a trace knows it by its id. */
function Seed({ id }: { readonly id: string }) {
  const { loci } = useSession();
  const { data } = useQuery({
    queryKey: ["inspect", id],
    queryFn: ({ signal }) => loci.call("inspect", { query: { ref: id } }, { signal }),
    staleTime: Infinity,
  });
  const name = data && textOf(data);
  return name === undefined ? <span>{id}</span> : <EntityLink entity={name} />;
}

function Updates({ of: { memoryUpdates } }: { readonly of: Trace }) {
  if (memoryUpdates.length === 0) return null;
  return (
    <section aria-labelledby="updates">
      <Title order={2} id="updates" mb={8}>
        What the memory changed
      </Title>
      <Rows label="What the memory changed">
        {memoryUpdates.map(({ id, kind, rule, recordId, createdAt }) => (
          <Row key={id} title={`${kind}: ${rule.replaceAll("_", " ")}`} end={<Time at={createdAt} />}>
            <Text size="xs" ff="monospace" component="span">
              {recordId}
            </Text>
          </Row>
        ))}
      </Rows>
    </section>
  );
}
