import { Alert, Anchor, Badge, Button, Group, Paper, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleAlert } from "lucide-react";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { FactGrid } from "../ui/fact-grid.tsx";
import { Page } from "../ui/page.tsx";
import { Problem } from "../ui/problem.tsx";
import { bytesText, durationText, ofThem } from "../ui/quantities.ts";
import { Scopes } from "../ui/scopes.tsx";
import { Time } from "../ui/time.tsx";
import { DocumentActions } from "./actions.tsx";
import { Keywords } from "./keywords.tsx";
import { Outline } from "./outline.tsx";
import { isWorking, kindName, stageOf, statusColors, statusNames, type Document } from "./stages.ts";

/** One document: what it is, how far it is, and what was read in it. */
export function DocumentPage({ id }: { readonly id: string }) {
  const { loci } = useSession();
  const query = useQuery({
    queryKey: ["documents", "one", id],
    queryFn: ({ signal }) => loci.documents.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isWorking(state.data) ? 1_000 : false),
  });
  const document = query.data;
  const title = document === undefined ? "Document" : document.title === "" ? document.filename : document.title;
  return (
    <Page
      title={title}
      back={{ href: "/documents", label: "All documents" }}
      actions={document && <DocumentActions document={document} />}
    >
      <Answer of={query}>
        {(one) => (
          <>
            {one.status === "failed" && <Failed of={one} />}
            {isWorking(one) && <Working of={one} />}
            <Paper className="surface" p="md">
              <Facts of={one} />
            </Paper>
            {one.status === "ready" && (
              <>
                <Keywords documentId={one.id} />
                <Outline key={one.version} document={one} />
              </>
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}

function Facts({ of: one }: { readonly of: Document }) {
  const { processingStartedAt: began, processingCompletedAt: ended } = one;
  const took = began !== null && ended !== null ? Date.parse(ended) - Date.parse(began) : undefined;
  return (
    <FactGrid
      facts={[
        ["Status", <Badge color={statusColors[one.status] ?? "blue"}>{statusNames[one.status] ?? one.status}</Badge>],
        [
          "File",
          `${one.filename === "" ? "without a name" : one.filename}, ${kindName(one.mimeType)}, ${bytesText(one.sizeBytes)}`,
        ],
        ["Source", one.source],
        ["Version", one.version],
        ["Read", `${ofThem(one.chunks, "passage")}${one.pages > 0 ? ` on ${ofThem(one.pages, "page")}` : ""}`],
        ["Uploaded", <Time at={one.createdAt} />],
        ["Known since", one.observedAt && <Time at={one.observedAt} />],
        [
          "Worked on",
          began && (
            <>
              <Time at={began} />
              {took !== undefined && took >= 0 && `, took ${durationText(took)}`}
            </>
          ),
        ],
        ["Attempts", one.attempts > 1 ? one.attempts : null],
        ["Scopes", one.scopes.every((clause) => clause.join() === "/") ? "everybody in this context" : <Scopes of={one.scopes} />],
        ["Labels", one.labels.join(", ")],
        [
          "Near",
          one.nearDuplicateOf && (
            <Anchor component={Link} href={`/documents/${one.nearDuplicateOf}`} size="sm">
              says nearly the same as another document
            </Anchor>
          ),
        ],
        [
          "Content",
          <Text size="xs" ff="monospace" component="span" title="SHA-256 of the original">
            {one.contentHash}
          </Text>,
        ],
      ]}
    />
  );
}

function Working({ of: { status } }: { readonly of: Document }) {
  const { number, of, doing } = stageOf(status);
  return (
    <Stack gap={6} role="status">
      <Text size="sm">
        Step {number} of {of}: {doing}
      </Text>
      <Progress value={(number / (of + 1)) * 100} aria-label="Progress" animated />
    </Stack>
  );
}

function Failed({ of: one }: { readonly of: Document }) {
  const { loci, queries } = useSession();
  const retry = useMutation({
    mutationFn: () => loci.documents.retry(one.id),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["documents"] }),
  });
  const where = one.failedStage === null ? "" : ` while ${statusNames[one.failedStage] ?? one.failedStage}`;
  return (
    <Alert color="red" role="alert" icon={<CircleAlert size={18} aria-hidden />} title={`The work on it failed${where}`}>
      <Stack gap="sm">
        <Text size="sm">{one.error ?? "No reason was given."}</Text>
        <Group>
          <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate()}>
            Try again
          </Button>
        </Group>
        {retry.isError && <Problem error={retry.error} />}
      </Stack>
    </Alert>
  );
}
