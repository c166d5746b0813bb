import type { Schemas } from "@loci/client";
import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Time } from "../ui/time.tsx";
import { ValidTime } from "../ui/valid-time.tsx";

interface AttributeRowProps {
  readonly path: { readonly entityType: string; readonly entityName: string };
  readonly fact: Schemas["AttributeDetail"];
}

/** One attribute, and when asked every value that its key had. */
export function AttributeRow({ path, fact }: AttributeRowProps) {
  const [open, { toggle }] = useDisclosure(false);
  const [disputed] = fact.uncertaintyIds;
  return (
    <li className="attribute">
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text size="xs" c="dimmed">
          {fact.key.replaceAll("_", " ")}
        </Text>
        <Button size="compact-xs" variant="subtle" color="gray" aria-expanded={open} onClick={toggle}>
          History
        </Button>
      </Group>
      <Text size="sm">{fact.value}</Text>
      <Group gap="2px 10px">
        <Text size="xs" c="dimmed">
          known <Time at={fact.createdAt} />
        </Text>
        <ValidTime from={fact.validFrom} until={fact.validUntil} />
        {fact.standing === "ended" && (
          <Badge color="gray" size="xs">
            ended
          </Badge>
        )}
        {disputed !== undefined && (
          <Badge component={Link} href={`/uncertainties/${disputed}`} color="orange" className="badge-link">
            sources disagree
          </Badge>
        )}
      </Group>
      {open && <KeyHistory path={path} factKey={fact.key} />}
    </li>
  );
}

function KeyHistory({ path, factKey }: { readonly path: AttributeRowProps["path"]; readonly factKey: string }) {
  const { loci } = useSession();
  const history = useQuery({
    queryKey: ["history", path, factKey],
    queryFn: ({ signal }) => loci.call("getEntityHistory", { path: { ...path, key: factKey } }, { signal }),
  });
  return (
    <Answer of={history} rows={2}>
      {({ history: values }) => (
        <Stack component="ol" gap={4} className="plain-list history" aria-label={`Values of ${factKey.replaceAll("_", " ")}`}>
          {values.map(({ id, value, createdAt, knownUntil }) => (
            <li key={id}>
              <Text size="xs">
                {value}{" "}
                <Text span size="xs" c="dimmed">
                  from <Time at={createdAt} /> {knownUntil === null ? "on" : <>to {<Time at={knownUntil} />}</>}
                </Text>
              </Text>
            </li>
          ))}
        </Stack>
      )}
    </Answer>
  );
}
