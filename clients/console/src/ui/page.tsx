import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef, type ReactNode } from "react";
import { BackLink } from "./back-link.tsx";

interface PageProps {
  readonly title: string;
  readonly about?: ReactNode;
  /** The list that this is one of. */
  readonly back?: { readonly href: string; readonly label: string };
  /** At the right of the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

let shownBefore = false;

/** A page's heading and content. Names the browser's tab, and takes the focus, so that a screen reader begins here. */
export function Page({ title, about, back, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Loci`;
  }, [title]);
  useEffect(() => {
    // The first page keeps the browser's own start of the tab order: its next stop is the skip link.
    if (shownBefore) heading.current?.focus({ preventScroll: true });
    shownBefore = true;
  }, []);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" gap="md">
        <Box miw={0}>
          {back !== undefined && <BackLink href={back.href}>{back.label}</BackLink>}
          <Title order={1} tabIndex={-1} ref={heading}>
            {title}
          </Title>
          {about !== undefined && (
            <Text size="sm" c="dimmed" maw={680}>
              {about}
            </Text>
          )}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
