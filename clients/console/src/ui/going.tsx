import type { Schemas } from "@loci/client";
import { List, ScrollArea, Text } from "@mantine/core";
import { ofThem } from "./quantities.ts";

/** What would go, record by record. */
export function Going({ deleted, refs }: Pick<Schemas["PurgeResponse"], "deleted" | "refs">) {
  if (deleted === 0) return <Text size="sm">Nothing else goes with it.</Text>;
  return (
    <>
      <Text size="sm">
        <b>{ofThem(deleted, "record")}</b> would go:
      </Text>
      <ScrollArea.Autosize mah={220}>
        <List size="sm" aria-label="What would go">
          {refs.map(({ id, kind, label, extent }) => (
            <List.Item key={id}>
              {label || id}
              <Text span size="xs" c="dimmed">
                {` ${extent === "part" ? `part of a ${kind}` : kind}`}
              </Text>
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {deleted > refs.length && <Text size="xs">{`and ${deleted - refs.length} more`}</Text>}
    </>
  );
}
