import { Badge, Box, Group, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Choice, Choices } from "../ui/split.tsx";
import { Time } from "../ui/time.tsx";
import { asksWhetherSame, type Uncertainty } from "./filter.ts";

interface InboxProps {
  readonly shown: readonly Uncertainty[];
  readonly selected: string | undefined;
  readonly addressOf: (id: string) => string;
}

/** The uncertainties as a list of links; the selected one is kept in sight. */
export function Inbox({ shown, selected, addressOf }: InboxProps) {
  const current = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  return (
    <Choices label="Uncertainties">
      {shown.map((one) => {
        const isHere = one.id === selected;
        return (
          <Choice key={one.id} href={addressOf(one.id)} isHere={isHere} ref={isHere ? current : null}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={600} truncate>
                {one.entity.slice(one.entity.indexOf("/") + 1)}
              </Text>
              <Text size="xs" c="dimmed" className="no-wrap">
                <Time at={one.createdAt} />
              </Text>
            </Group>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Box miw={0}>
                <Text size="xs" c="dimmed" truncate>
                  {asksWhetherSame(one) ? one.question : valuesOf(one)}
                </Text>
              </Box>
              {one.owner !== null && <Badge color="gray">{one.owner}</Badge>}
            </Group>
          </Choice>
        );
      })}
    </Choices>
  );
}

function valuesOf({ key, candidates }: Uncertainty): string {
  return `${key.replaceAll("_", " ")}: ${candidates.map(({ value, object }) => value ?? object ?? "?").join(" or ")}`;
}
