import { Anchor, Box, Button, Group, Table, Text } from "@mantine/core";
import { useState } from "react";
import type { MemoryNode } from "./memory-graph.ts";

interface NodeTableProps {
  readonly nodes: readonly MemoryNode[];
  readonly colors: ReadonlyMap<string, string>;
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
}

const page = 100;

/** The same nodes as a table: for whoever does not see the drawing, or wants to read. */
export function NodeTable({ nodes, colors, selected, onSelect }: NodeTableProps) {
  const [most, setMost] = useState(page);
  return (
    <Box className="surface">
      <Table highlightOnHover verticalSpacing={6} aria-label="Entities">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th ta="right">Neighbours</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {nodes.slice(0, most).map(({ id, name, type, degree }) => (
            <Table.Tr key={id} aria-selected={id === selected} className={id === selected ? "row-here" : ""}>
              <Table.Td>
                <Anchor component="button" type="button" size="sm" ta="left" onClick={() => onSelect(id)}>
                  {name}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <Group gap={6} wrap="nowrap">
                  <Box className="leg-dot" style={{ background: colors.get(type) }} />
                  <Text size="sm">{type}</Text>
                </Group>
              </Table.Td>
              <Table.Td ta="right">{degree}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {nodes.length > most && (
        <Group p="sm">
          <Button variant="default" size="compact-sm" onClick={() => setMost(most + page)}>
            Show more
          </Button>
          <Text size="xs" c="dimmed">
            {most} of {nodes.length}
          </Text>
        </Group>
      )}
    </Box>
  );
}
