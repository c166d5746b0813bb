import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { Box, Table, Text, Title } from "@mantine/core";
import { useId } from "react";
import { countText } from "../ui/quantities.ts";
import type { ChartRow } from "./stats-rows.ts";

const legendPx = 44;

interface ChartProps {
  readonly title: string;
  /** What the rows are called. */
  readonly names: string;
  readonly rows: readonly ChartRow[];
  readonly series: readonly { readonly name: string; readonly label: string; readonly color: string }[];
  readonly format?: (value: number) => string;
}

/** Bars, and the same as a table for who cannot see them or wants the numbers. */
export function Chart({ title, names, rows, series, format = countText }: ChartProps) {
  const id = useId();
  const hasLegend = series.length > 1;
  return (
    <Box component="section" className="surface chart" p="md" aria-labelledby={id}>
      <Title order={2} id={id} mb="sm">
        {title}
      </Title>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing in this window.
        </Text>
      ) : (
        <>
          <div aria-hidden>
            <BarChart
              h={44 + (hasLegend ? legendPx : 0) + rows.length * 18 * (series.length + 1)}
              data={rows.map((row) => ({ ...row }))}
              dataKey="name"
              orientation="vertical"
              gridAxis="y"
              series={[...series]}
              withLegend={hasLegend}
              valueFormatter={format}
              yAxisProps={{ width: 84 }}
              barProps={{ isAnimationActive: false, radius: 3 }}
              barChartProps={{ accessibilityLayer: false }}
              maxBarWidth={16}
            />
          </div>
          <details className="disclosure">
            <summary>As a table</summary>
            <Table className="numbers" withRowBorders={false} verticalSpacing={2} w="auto" aria-labelledby={id}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{names}</Table.Th>
                  {series.map(({ name, label }) => (
                    <Table.Th key={name} ta="right">
                      {label}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <Table.Tr key={row.name}>
                    <Table.Td>{row.name}</Table.Td>
                    {series.map(({ name }) => (
                      <Table.Td key={name} ta="right">
                        {format(Number(row[name]))}
                      </Table.Td>
                    ))}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </details>
        </>
      )}
    </Box>
  );
}
