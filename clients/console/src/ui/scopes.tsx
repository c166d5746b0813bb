import { Badge, Group } from "@mantine/core";

/** A ScopeSet as one reads it: any of the badges, each needing all its paths. The root alone is not worth a badge. */
export function Scopes({ of: clauses }: { readonly of: readonly (readonly string[])[] | undefined }) {
  const told = (clauses ?? []).filter((clause) => clause.join() !== "/");
  if (told.length === 0) return null;
  return (
    <Group gap={4} component="span">
      {told.map((clause) => (
        <Badge key={clause.join()} color="gray" ff="monospace" title="scope">
          {clause.join(" + ")}
        </Badge>
      ))}
    </Group>
  );
}
