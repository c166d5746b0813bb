import { MultiSelect, TextInput } from "@mantine/core";
import { verbs as allVerbs, verbsIn, type Verb } from "./grants.ts";

interface GrantFieldsProps {
  readonly path: string;
  readonly verbs: readonly Verb[];
  readonly onPath: (path: string) => void;
  readonly onVerbs: (verbs: readonly Verb[]) => void;
  readonly pathLabel?: string;
}

/** A path, and what may be done over it. */
export function GrantFields({ path, verbs, onPath, onVerbs, pathLabel = "Grant over path" }: GrantFieldsProps) {
  return (
    <>
      <TextInput
        label={pathLabel}
        miw={260}
        placeholder="org/acme, or / for everything"
        spellCheck={false}
        value={path}
        onChange={(event) => onPath(event.currentTarget.value)}
      />
      <MultiSelect
        label="Verbs"
        miw={260}
        placeholder={verbs.length === 0 ? "what may be done there" : ""}
        data={allVerbs.map(({ value, label, about }) => ({ value, label: `${label}: ${about}` }))}
        value={[...verbs]}
        onChange={(chosen) => onVerbs(verbsIn(chosen))}
      />
    </>
  );
}
