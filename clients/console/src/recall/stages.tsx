import { Box, Group, Text } from "@mantine/core";
import { durationText } from "../ui/quantities.ts";
import "./recall.css";

/** How long each stage of an answer took, as one bar and in numbers. */
export function Stages({ stageMs }: { readonly stageMs: Readonly<Record<string, number>> }) {
  const stages = Object.entries(stageMs).filter(([, ms]) => ms >= 0.05);
  const total = stages.reduce((sum, [, ms]) => sum + ms, 0);
  if (total === 0) return null;
  return (
    <Box>
      <Group gap={1} wrap="nowrap" className="stage-bar" aria-hidden>
        {stages.map(([name, ms], i) => (
          <Box key={name} className={`stage stage-${i % 5}`} style={{ width: `${(ms / total) * 100}%` }} />
        ))}
      </Group>
      <Group gap="0 16px" mt={4}>
        {stages.map(([name, ms], i) => (
          <Group key={name} gap={5} wrap="nowrap">
            <Box className={`leg-dot stage stage-${i % 5}`} aria-hidden />
            <Text size="xs" c="dimmed">
              {name} {durationText(ms)}
            </Text>
          </Group>
        ))}
      </Group>
    </Box>
  );
}
