import type { LociManagement } from "@loci/client";
import { Alert, Group, Paper, Progress, Table, Text, TextInput, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Answer } from "../ui/answer.tsx";
import { countText } from "../ui/quantities.ts";

interface UsageProps {
  readonly contextId: string;
  readonly management: LociManagement;
}

/** The model tokens of one month, by stage and model. */
export function Usage({ contextId, management }: UsageProps) {
  const [month, setMonth] = useState(new Date().toISOString().slice(0, 7));
  const query = useQuery({
    queryKey: ["context", contextId, "usage", month],
    queryFn: ({ signal }) => management.contexts.usage(contextId, { month }, { signal }),
    enabled: /^\d{4}-\d{2}$/.test(month),
    placeholderData: keepPreviousData,
  });
  return (
    <Paper className="surface" p="md" component="section" aria-labelledby="usage">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="usage">
          Model tokens
        </Title>
        <TextInput
          type="month"
          aria-label="Month"
          size="xs"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
        />
      </Group>
      <Answer of={query}>
        {({ rows, used, reserved, tokenLimit, enforcementBlocked }) => (
          <>
            {enforcementBlocked && (
              <Alert color="red" title="The limit is reached" mb="sm">
                Models are not asked any more this month. Raise the limit, or wait for the next month.
              </Alert>
            )}
            <Text size="sm">
              {countText(used)} used{reserved > 0 && `, ${countText(reserved)} reserved`}
              {tokenLimit === null ? ", without a limit" : ` of ${countText(tokenLimit)}`}
            </Text>
            {tokenLimit !== null && tokenLimit > 0 && (
              <Progress
                mt={6}
                value={Math.min(100, ((used + reserved) / tokenLimit) * 100)}
                color={enforcementBlocked ? "red" : "petrol"}
                aria-label="Share of the limit"
              />
            )}
            {rows.length > 0 && (
              <Table className="numbers" withRowBorders={false} verticalSpacing={2} mt="sm" w="auto" aria-labelledby="usage">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Stage</Table.Th>
                    <Table.Th>Model</Table.Th>
                    <Table.Th ta="right">In</Table.Th>
                    <Table.Th ta="right">Out</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(({ stage, model, inputTokens, outputTokens }) => (
                    <Table.Tr key={`${stage} ${model}`}>
                      <Table.Td>{stage}</Table.Td>
                      <Table.Td>{model}</Table.Td>
                      <Table.Td ta="right">{countText(inputTokens)}</Table.Td>
                      <Table.Td ta="right">{countText(outputTokens)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </>
        )}
      </Answer>
    </Paper>
  );
}
