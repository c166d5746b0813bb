import { Box, Group, UnstyledButton } from "@mantine/core";

interface TypeFilterProps {
  readonly types: readonly { readonly type: string; readonly count: number }[];
  readonly colors: ReadonlyMap<string, string>;
  readonly hidden: ReadonlySet<string>;
  readonly onChange: (hidden: ReadonlySet<string>) => void;
}

/** The legend of the colours; each type in it can be hidden. */
export function TypeFilter({ types, colors, hidden, onChange }: TypeFilterProps) {
  const toggle = (type: string) => {
    const next = new Set(hidden);
    if (!next.delete(type)) next.add(type);
    onChange(next);
  };
  return (
    <Group gap={6} role="group" aria-label="Types">
      {types.map(({ type, count }) => (
        <UnstyledButton
          key={type}
          className="type-toggle"
          aria-pressed={!hidden.has(type)}
          onClick={() => toggle(type)}
          title={hidden.has(type) ? `Show ${type}` : `Hide ${type}`}
        >
          <Box className="leg-dot" style={{ background: colors.get(type) }} />
          {type} {count}
        </UnstyledButton>
      ))}
    </Group>
  );
}
