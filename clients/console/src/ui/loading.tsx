import { Skeleton, Stack } from "@mantine/core";

/** In the place of what is on its way. */
export function Loading({ rows = 4 }: { readonly rows?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, i) => (
        <Skeleton key={i} height={i === 0 ? 28 : 18} width={i === 0 ? "40%" : `${100 - i * 8}%`} radius="sm" />
      ))}
    </Stack>
  );
}
