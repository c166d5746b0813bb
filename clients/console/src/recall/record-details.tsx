import type { AnswerOf } from "@loci/client";
import { Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Time } from "../ui/time.tsx";

type Inspected = AnswerOf<"inspect">;
type Row = readonly [label: string, at: string | null | undefined];

/** What stands behind a record: its times, earlier values, and the decisions that made it so. */
export function RecordDetails({ id }: { readonly id: string }) {
  const { loci } = useSession();
  const record = useQuery({
    queryKey: ["inspect", id],
    queryFn: ({ signal }) => loci.call("inspect", { query: { ref: id } }, { signal }),
  });
  return (
    <Answer of={record} rows={2}>
      {(found) => (
        <Stack gap={8}>
          <Group gap="2px 16px">
            {timesOf(found)
              .filter(([, at]) => at)
              .map(([label, at]) => (
                <Text key={label} size="xs" c="dimmed">
                  {label} <Time at={at ?? ""} />
                </Text>
              ))}
            <Text size="xs" c="dimmed" ff="monospace">
              {id}
            </Text>
          </Group>
          <History of={found} />
        </Stack>
      )}
    </Answer>
  );
}

function timesOf(found: Inspected): Row[] {
  if ("current" in found && found.current) {
    const { createdAt, knownUntil, recordedAt, recordedUntil } = found.current;
    return [
      ["known since", createdAt],
      ["known until", knownUntil],
      ["recorded", recordedAt],
      ["ended", recordedUntil],
    ];
  }
  if ("record" in found) {
    return [
      ["known since", found.record.knownAt],
      ["recorded", found.record.recordedAt],
    ];
  }
  return [];
}

function History({ of: found }: { readonly of: Inspected }) {
  if (!("history" in found) || !("current" in found) || found.history.length < 2) return null;
  return (
    <Table className="numbers" withRowBorders={false} verticalSpacing={2} aria-label="Every value that it had">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Value</Table.Th>
          <Table.Th>Known</Table.Th>
          <Table.Th>Until</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {found.history.map(({ id, value, createdAt, knownUntil }) => (
          <Table.Tr key={id}>
            <Table.Td>{value}</Table.Td>
            <Table.Td>
              <Time at={createdAt} />
            </Table.Td>
            <Table.Td>{knownUntil === null ? "now" : <Time at={knownUntil} />}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
