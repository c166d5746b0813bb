import { Group, Text } from "@mantine/core";

export function Logo() {
  return (
    <Group gap={10} wrap="nowrap">
      <svg width="26" height="26" viewBox="0 0 32 32" aria-hidden>
        <rect width="32" height="32" rx="8" fill="#0b6b70" />
        <g fill="none" stroke="#fff" strokeWidth="2.2">
          <path d="M10 9v13h12" strokeLinecap="round" strokeLinejoin="round" />
          <path d="M10 9l12 13" opacity=".45" />
        </g>
        <g fill="#fff">
          <circle cx="10" cy="9" r="3.2" />
          <circle cx="10" cy="22" r="3.2" />
          <circle cx="22" cy="22" r="3.2" />
        </g>
      </svg>
      <Text fw={680} size="lg" lh={1}>
        Loci
      </Text>
    </Group>
  );
}
