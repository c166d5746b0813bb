import { Center, Stack, Text } from "@mantine/core";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}

/** In the place of a list that has nothing in it: why, and what to do. */
export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap={6} maw={440} ta="center">
        <Icon size={28} strokeWidth={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      </Stack>
    </Center>
  );
}
