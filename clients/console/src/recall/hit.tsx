import type { Schemas } from "@loci/client";
import { Anchor, Badge, Box, Button, Collapse, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ChevronDown, CircleHelp } from "lucide-react";
import { Link } from "wouter";
import { LegNumbers, Score } from "../hits/leg-bar.tsx";
import { legShares } from "../hits/legs.ts";
import { SourceKind } from "../hits/source-kind.tsx";
import { entityAddress } from "../ui/entity-link.tsx";
import { Scopes } from "../ui/scopes.tsx";
import { Time } from "../ui/time.tsx";
import { ValidTime } from "../ui/valid-time.tsx";
import { RecordDetails } from "./record-details.tsx";

interface HitProps {
  readonly hit: Schemas["MemoryHit"];
  readonly traced: Schemas["TracedHit"] | undefined;
  /** Of the best hit: the bars of all hits are to its scale. */
  readonly topScore: number;
  /** Where two times are compared: it stands in one of the answers only. */
  readonly onlyHere?: boolean;
}

/** One hit: what it says, why it is there, when it held. */
export function Hit({ hit, traced, topScore, onlyHere = false }: HitProps) {
  const [open, { toggle }] = useDisclosure(false);
  const shares = legShares(traced?.legs ?? []);
  const { disagreement } = hit;
  return (
    <Box component="li" className="surface" p="md">
      <Group gap={8} mb={6} wrap="wrap">
        <SourceKind of={hit.source} />
        {onlyHere && <Badge color="green">only here</Badge>}
        {hit.standing === "ended" && <Badge color="gray">ended</Badge>}
        {disagreement && (
          <Badge
            component={Link}
            href={`/uncertainties/${disagreement.uncertaintyIds[0] ?? ""}`}
            color="orange"
            leftSection={<CircleHelp size={12} aria-hidden />}
            className="badge-link"
          >
            sources disagree
          </Badge>
        )}
        <Score shares={shares} score={hit.score} topScore={topScore} />
      </Group>
      <Text className="prose">{hit.text}</Text>
      {hit.standing !== "ended" &&
        hit.endedParts?.map((part) => (
          <Text key={`${part.spanStart} ${part.text}`} size="xs" c="dimmed">
            no longer: {part.text} (until <Time at={part.validUntil} />)
          </Text>
        ))}
      <Group gap="2px 10px" mt={8}>
        {hit.entity !== undefined && (
          <Anchor component={Link} href={entityAddress(hit.entity)} size="xs">
            {hit.entity}
          </Anchor>
        )}
        {hit.key !== undefined && (
          <Text size="xs" c="dimmed">
            {hit.key.replaceAll("_", " ")}
          </Text>
        )}
        {hit.documentId !== undefined && (
          <Anchor component={Link} href={`/documents/${hit.documentId}`} size="xs">
            {hit.documentTitle === "" || hit.documentTitle === undefined ? "document" : hit.documentTitle}
            {hit.section !== undefined && hit.section !== "" && ` › ${hit.section}`}
          </Anchor>
        )}
        {(hit.speaker ?? hit.role) !== undefined && (
          <Text size="xs" c="dimmed">
            by {hit.speaker ?? hit.role}
          </Text>
        )}
        {hit.occurredAt !== undefined && (
          <Text size="xs" c="dimmed">
            known <Time at={hit.occurredAt} />
          </Text>
        )}
        <ValidTime from={hit.validFrom} until={hit.validUntil} />
        {hit.confidence !== undefined && (
          <Text size="xs" c="dimmed">
            confidence {Math.round(hit.confidence * 100)} %
          </Text>
        )}
        <Scopes of={hit.scopes} />
        {hit.labels.map((label) => (
          <Badge key={label} variant="outline" color="gray">
            {label}
          </Badge>
        ))}
        <Box flex={1} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-expanded={open}
          onClick={toggle}
          rightSection={<ChevronDown size={13} aria-hidden style={{ transform: open ? "rotate(180deg)" : "none" }} />}
        >
          Why
        </Button>
      </Group>
      <Collapse expanded={open}>
        {open && (
          <Stack gap="sm" mt="sm">
            <LegNumbers shares={shares} parts={traced?.legs ?? []} />
            <RecordDetails id={hit.id} />
          </Stack>
        )}
      </Collapse>
    </Box>
  );
}
