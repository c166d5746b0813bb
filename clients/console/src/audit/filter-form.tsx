import { Group, Select, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { optionsOf } from "../ui/options.ts";
import { TimeField } from "../ui/time-field.tsx";
import { kindNames, type AuditFilter } from "./rows.ts";

interface FilterFormProps {
  readonly filter: AuditFilter;
  readonly onChange: (name: keyof AuditFilter, value: string) => void;
}

/** Which rows are asked for. A principal counts when it is whole: on Enter, or when the field is left. */
export function FilterForm({ filter, onChange }: FilterFormProps) {
  const [principal, setPrincipal] = useState(filter.principal);
  useEffect(() => setPrincipal(filter.principal), [filter.principal]);
  const take = () => {
    if (principal.trim() !== filter.principal) onChange("principal", principal.trim());
  };
  return (
    <Group gap="sm" align="flex-end" role="search" aria-label="Audit">
      <Select
        label="Kind"
        placeholder="All"
        clearable
        clearButtonProps={{ "aria-label": "All kinds" }}
        w={140}
        data={optionsOf(kindNames)}
        value={filter.kind ?? null}
        onChange={(kind) => onChange("kind", kind ?? "")}
      />
      <TextInput
        label="Principal"
        placeholder="anybody"
        w={160}
        value={principal}
        onChange={(event) => setPrincipal(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === "Enter" && take()}
      />
      <TimeField label="Since" value={filter.since} onChange={(since) => onChange("since", since)} />
      <TimeField label="Until" value={filter.until} onChange={(until) => onChange("until", until)} />
    </Group>
  );
}
