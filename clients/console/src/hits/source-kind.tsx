import { Badge } from "@mantine/core";

const kinds: Readonly<Record<string, readonly [label: string, color: string]>> = {
  attribute: ["fact", "petrol"],
  relation: ["relation", "petrol"],
  entity: ["entity", "violet"],
  memory_chunk: ["said", "blue"],
  chunk: ["document", "orange"],
  section: ["section", "orange"],
};

/** What a hit or a citation is. */
export function SourceKind({ of: source }: { readonly of: string }) {
  const [label, color] = kinds[source] ?? [source.replaceAll("_", " "), "gray"];
  return <Badge color={color}>{label}</Badge>;
}
