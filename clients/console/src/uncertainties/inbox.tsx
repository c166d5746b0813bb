import { Badge, Box, Group, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { Time } from "../ui/time.tsx";
import type { Uncertainty } from "./filter.ts";

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
    <Stack component="ul" gap={0} className="plain-list surface inbox" aria-label="Uncertainties">
      {shown.map((one) => {
        const here = one.id === selected;
        return (
          <li key={one.id}>
            <Link
              href={addressOf(one.id)}
              ref={here ? current : null}
              className={`inbox-item${here ? " inbox-here" : ""}`}
              aria-current={here ? "true" : undefined}
            >
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
                    {one.key.replaceAll("_", " ")}:{" "}
                    {one.candidates.map(({ value, object }) => value ?? object ?? "?").join(" or ")}
                  </Text>
                </Box>
                {one.owner !== null && <Badge color="gray">{one.owner}</Badge>}
              </Group>
            </Link>
          </li>
        );
      })}
    </Stack>
  );
}
