import { ActionIcon, Box, Button, Group, Slider, Text } from "@mantine/core";
import { ChevronLeft, ChevronRight, History } from "lucide-react";
import { useState } from "react";
import { dayText } from "../ui/time-text.ts";

interface TimeSliderProps {
  /** When something came to be known, from the earliest on. */
  readonly times: readonly number[];
  /** Milliseconds; undefined for now. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

const dayMs = 86_400_000;

/** Slides through what was known when, day by day, or from one change to the next. Its right end is now. */
export function TimeSlider({ times, value, onChange }: TimeSliderProps) {
  const [moving, setMoving] = useState<number>();
  const [now] = useState(() => Date.now());
  const first = times[0];
  if (first === undefined) return null;
  const start = first - dayMs;
  const days = Math.max(1, Math.ceil((now - start) / dayMs));
  const at = moving ?? (value === undefined ? days : Math.round((value - start) / dayMs));
  const timeAt = (step: number) => (step >= days ? undefined : start + step * dayMs);
  const told = (step: number) => (step >= days ? "now" : dayText(start + step * dayMs));
  const marks = [...new Set(times.map((time) => Math.ceil((time - start) / dayMs)))].filter((step) => step < days);
  const previous = marks.findLast((step) => step < at);
  const next = marks.find((step) => step > at);
  return (
    <Group gap="sm" className="surface time-slider" px="md" py={10}>
      <History size={16} aria-hidden />
      <Text size="sm" fw={550} className="no-wrap time-told" miw={150} aria-live="polite">
        {at >= days ? "Known now" : `Known on ${told(at)}`}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="The change before"
        disabled={previous === undefined}
        onClick={() => onChange(timeAt(previous ?? at))}
      >
        <ChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <Box className="time-track">
        <Slider
          size="sm"
          min={0}
          max={days}
          value={at}
          label={told}
          marks={marks.map((step) => ({ value: step }))}
          thumbLabel="Known on"
          thumbProps={{ "aria-valuetext": told(at) }}
          onChange={setMoving}
          onChangeEnd={(step) => {
            setMoving(undefined);
            onChange(timeAt(step));
          }}
        />
      </Box>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label="The next change"
        disabled={at >= days}
        onClick={() => onChange(next === undefined ? undefined : timeAt(next))}
      >
        <ChevronRight size={16} aria-hidden />
      </ActionIcon>
      <Button size="compact-sm" variant="default" disabled={at >= days} onClick={() => onChange(undefined)}>
        Now
      </Button>
    </Group>
  );
}
