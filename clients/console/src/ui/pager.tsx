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
  const lastPage = Math.max(0, Math.ceil(total / pageSize) - 1);
  return (
    <Group gap="sm" justify="space-between">
      <Text size="xs" c="dimmed" role="status">
        {first < last ? `${first + 1}–${last} of ${total}` : `None of ${total} here`}
      </Text>
      {total > pageSize && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={page === 0} onClick={() => onPage(Math.min(page - 1, lastPage))}>
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
