import type { Citation } from "@loci/client";
import { Anchor, Badge, Group, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { Link } from "wouter";
import { SourceKind } from "../hits/source-kind.tsx";
import { Time } from "../ui/time.tsx";
import { piecesOf } from "./exchange.ts";

interface ReplyProps {
  readonly text: string;
  readonly citations: readonly Citation[];
}

/** A reply with its sources where they stand in it. */
export function Reply({ text, citations }: ReplyProps) {
  const byMarker = new Map(citations.map((citation) => [citation.marker, citation]));
  return (
    <Text component="div" className="reply">
      {piecesOf(text, new Set(byMarker.keys())).map((piece, i) => {
        if ("text" in piece) return piece.text;
        const citation = byMarker.get(piece.marker);
        return citation && <Source key={i} citation={citation} />;
      })}
    </Text>
  );
}

function Source({ citation }: { readonly citation: Citation }) {
  const [open, setOpen] = useState(false);
  const { marker, snippet, kind, score, documentId, documentTitle, positionPercent, occurredAt, role, disputed } = citation;
  return (
    <Popover opened={open} onChange={setOpen} width={320} withinPortal withArrow trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton className="source-chip" aria-label={`Source ${marker}`} aria-expanded={open} onClick={() => setOpen(!open)}>
          {marker}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Source ${marker}`}>
        <Stack gap={6} tabIndex={-1} data-autofocus>
          <Group gap={8}>
            <SourceKind of={kind} />
            {disputed === true && <Badge color="orange">sources disagree</Badge>}
            <Text size="xs" c="dimmed" ml="auto">
              score {score.toFixed(2)}
            </Text>
          </Group>
          <Text size="sm" className="source-snippet">
            {snippet}
          </Text>
          <Group gap="2px 10px">
            {role !== undefined && (
              <Text size="xs" c="dimmed">
                by {role}
              </Text>
            )}
            {occurredAt !== undefined && (
              <Text size="xs" c="dimmed">
                known <Time at={occurredAt} />
              </Text>
            )}
            {documentId !== undefined && (
              <Anchor component={Link} href={`/documents/${documentId}`} size="xs">
                {documentTitle === undefined || documentTitle === "" ? "the document" : documentTitle}
                {positionPercent !== undefined && `, ${Math.round(positionPercent)} % in`}
              </Anchor>
            )}
            <Anchor component={Link} href={`/recall?${new URLSearchParams({ q: snippet.slice(0, 300) }).toString()}`} size="xs">
              Recall it
            </Anchor>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
