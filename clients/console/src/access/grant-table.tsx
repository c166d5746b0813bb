import { Badge, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { byPath, type Grants, type Verb } from "./grants.ts";

interface GrantTableProps {
  readonly grants: Grants;
  /** Beside each path. */
  readonly action?: (path: string, verbs: readonly Verb[]) => ReactNode;
}

/** Grants by path: what may be done there and below it. */
export function GrantTable({ grants, action }: GrantTableProps) {
  const rows = byPath(grants);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Nothing is granted.
      </Text>
    );
  }
  return (
    <Stack component="ul" gap={8} className="plain-list" aria-label="Grants">
      {rows.map(({ path, verbs }) => (
        <Group key={path} component="li" gap="4px 10px">
          <Text size="sm" ff="monospace" fw={550}>
            {path}
          </Text>
          <Group gap={4}>
            {verbs.map((verb) => (
              <Badge key={verb} color="gray">
                {verb}
              </Badge>
            ))}
          </Group>
          {action?.(path, verbs)}
        </Group>
      ))}
    </Stack>
  );
}
