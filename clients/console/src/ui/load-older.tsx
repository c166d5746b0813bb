import { Button, Group, Text } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";

interface LoadOlderProps {
  readonly of: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
  /** What there is so far. */
  readonly children: string;
}

/** How much of a list is loaded, and the way to what is older. */
export function LoadOlder({ of: query, children }: LoadOlderProps) {
  return (
    <Group justify="space-between">
      <Text size="xs" c="dimmed" role="status">
        {children}
      </Text>
      {query.hasNextPage && (
        <Button size="compact-sm" variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Load older
        </Button>
      )}
    </Group>
  );
}
