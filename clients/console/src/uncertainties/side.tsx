import type { Schemas } from "@loci/client";
import { Badge, Box, Group, Stack, Text } from "@mantine/core";
import { Scopes } from "../ui/scopes.tsx";
import { Time } from "../ui/time.tsx";
import { ValidTime } from "../ui/valid-time.tsx";

interface SideProps {
  readonly number: number;
  readonly candidate: Schemas["UncertaintyCandidate"];
  readonly chosen: boolean;
}

/** One side: its value, when it held and was known, and who said it in which words. */
export function Side({ number, candidate, chosen }: SideProps) {
  const { value, object, confidence, stream, createdAt, recordedAt, knownUntil, sources } = candidate;
  return (
    <Box className={`surface side${chosen ? " side-chosen" : ""}`} p="md">
      <Group gap="xs" mb={4}>
        <Badge color="gray">{number}</Badge>
        {chosen && <Badge color="green">stands</Badge>}
        {stream === "authoritative" && <Badge color="violet">document</Badge>}
        {confidence !== undefined && (
          <Text size="xs" c="dimmed">
            confidence {Math.round(confidence * 100)} %
          </Text>
        )}
      </Group>
      <Text fw={620} size="lg">
        {value ?? object ?? "unknown"}
      </Text>
      <Group gap="2px 12px" mt={4}>
        {createdAt !== undefined && (
          <Text size="xs" c="dimmed">
            known <Time at={createdAt} />
            {knownUntil && (
              <>
                {" "}
                until <Time at={knownUntil} />
              </>
            )}
          </Text>
        )}
        <ValidTime from={candidate.validFrom} until={candidate.validUntil} />
        {recordedAt !== undefined && (
          <Text size="xs" c="dimmed">
            recorded <Time at={recordedAt} />
          </Text>
        )}
        <Scopes of={candidate.scopes} />
      </Group>
      <Stack gap="sm" mt="md" component="ul" className="plain-list" aria-label={`Sources of ${value ?? object ?? "it"}`}>
        {sources.map((source, i) => (
          <li key={source.ref ?? i}>
            <blockquote className="quote">{source.text === "" ? "(said by a program, not in words)" : source.text}</blockquote>
            <Text size="xs" c="dimmed">
              {saidBy(source)}, <Time at={source.knownAt} />
            </Text>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

function saidBy({ kind, documentTitle, role, principal }: Schemas["CandidateSource"]): string {
  if (documentTitle !== null) return `in ${documentTitle}`;
  if (principal !== null) return `by ${principal}${role === null ? "" : ` (${role})`}`;
  return role === null ? `from a ${kind}` : `by ${role}`;
}
