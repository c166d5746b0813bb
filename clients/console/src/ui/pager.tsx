import { Button, Group, Text } from "@mantine/core";

interface PagerProps {
  /** From 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** Which part of a list is shown, and the way to its neighbours. */
export function Pager({ page, pageSize, total, onPage }: PagerProps) {
  const first = page * pageSize;
  const last = Math.min(total, first + pageSize);
  return (
    <Group gap="sm" justify="space-between">
      <Text size="xs" c="dimmed" role="status">
        {total === 0 ? "None" : `${first + 1}–${last} of ${total}`}
      </Text>
      {total > pageSize && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button size="compact-sm" variant="default" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </Group>
      )}
    </Group>
  );
}
