import { CloseButton, TextInput } from "@mantine/core";

interface TimeFieldProps {
  readonly label: string;
  /** As `datetime-local` writes it, in the browser's own time zone; "" for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A point in time, by the browser's own picker; empty for now. */
export function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSection={value !== "" && <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={() => onChange("")} />}
    />
  );
}
