import { Box, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import "./rows.css";

interface RowsProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A list of things, one below the other, that reads on any width. */
export function Rows({ label, children }: RowsProps) {
  return (
    <Stack component="ul" gap={0} className="plain-list surface rows" aria-label={label}>
      {children}
    </Stack>
  );
}

interface RowProps {
  readonly title: ReactNode;
  /** At the right of the title. */
  readonly end?: ReactNode;
  /** Smaller, below the title. */
  readonly children?: ReactNode;
  /** Where it leads as a whole. */
  readonly href?: string;
}

export function Row({ title, end, children, href }: RowProps) {
  const content = (
    <>
      <Group gap="2px 12px" wrap="nowrap" align="baseline">
        <Text fw={550} component="div" miw={0} flex={1} lineClamp={2}>
          {title}
        </Text>
        {end !== undefined && (
          <Text size="xs" c="dimmed" component="div" className="row-end">
            {end}
          </Text>
        )}
      </Group>
      {children !== undefined && (
        <Group gap="2px 12px" mt={3} fz="xs" c="dimmed" component="span">
          {children}
        </Group>
      )}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <Box className="row">{content}</Box>
      ) : (
        <Link href={href} className="row">
          {content}
        </Link>
      )}
    </li>
  );
}
