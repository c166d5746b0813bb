import type { AnswerOf } from "@loci/client";
import { Anchor, Badge, Button, CloseButton, Group, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search, Waypoints } from "lucide-react";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { AttributeRow } from "./attribute-row.tsx";
import { DeleteEntity } from "./delete-entity.tsx";
import { valueType, type MemoryGraph } from "./memory-graph.ts";

interface EntityPanelProps {
  /** `Type/name`, or a shared value's node. */
  readonly id: string;
  readonly graph: MemoryGraph;
  /** RFC 3339; undefined for now. */
  readonly asOf: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
  readonly onOpen: (id: string) => void;
}

/** What is known of one entity: its attributes with their history, relations both ways, other names. */
export function EntityPanel({ id, graph, asOf, onSelect, onOpen }: EntityPanelProps) {
  const node = graph.nodes.get(id);
  const isValue = node?.type === valueType;
  const slash = id.indexOf("/");
  const name = node?.name ?? id.slice(slash + 1);
  return (
    <Stack component="section" className="surface panel" p="md" gap="md" aria-label={`About ${name}`}>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Title order={2}>{name}</Title>
          <Text size="xs" c="dimmed">
            {node?.type ?? id.slice(0, slash)}
          </Text>
        </div>
        <CloseButton aria-label="Close" onClick={() => onSelect(undefined)} />
      </Group>
      <Group gap="xs">
        <Button size="compact-sm" variant="light" leftSection={<Waypoints size={14} aria-hidden />} onClick={() => onOpen(id)}>
          Show neighbours
        </Button>
        <Button
          component={Link}
          href={`/recall?${new URLSearchParams({ q: `What is known about ${name}?` }).toString()}`}
          size="compact-sm"
          variant="default"
          leftSection={<Search size={14} aria-hidden />}
        >
          Recall
        </Button>
        {!isValue && asOf === undefined && (
          <DeleteEntity entityType={id.slice(0, slash)} entityName={id.slice(slash + 1)} onDeleted={() => onSelect(undefined)} />
        )}
      </Group>
      {!isValue && <Known id={id} asOf={asOf} />}
      <Relations id={id} graph={graph} onSelect={onSelect} />
    </Stack>
  );
}

function Known({ id, asOf }: { readonly id: string; readonly asOf: string | undefined }) {
  const { loci } = useSession();
  const slash = id.indexOf("/");
  const path = { entityType: id.slice(0, slash), entityName: id.slice(slash + 1) };
  const entity = useQuery({
    queryKey: ["entity", id, asOf],
    queryFn: ({ signal }) => loci.call("getEntity", { path, query: { asOf } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const aliases = useQuery({
    queryKey: ["aliases", id],
    queryFn: ({ signal }) => loci.call("listAliases", { path }, { signal }),
  });
  return (
    <Answer of={entity}>
      {(found) => (
        <Stack gap="md">
          <OtherNames of={aliases.data} />
          {found.attributes.length === 0 ? (
            <Text size="sm" c="dimmed">
              No attribute of it is known.
            </Text>
          ) : (
            <Stack component="ul" className="plain-list" gap={0} aria-label="Attributes">
              {found.attributes.map((fact) => (
                <AttributeRow key={fact.id} path={path} fact={fact} />
              ))}
            </Stack>
          )}
          {found.uncertainties.length > 0 && (
            <Anchor component={Link} href={`/uncertainties?about=${encodeURIComponent(id)}`} size="sm">
              Sources disagree about {found.uncertainties.length === 1 ? "one thing" : `${found.uncertainties.length} things`}
            </Anchor>
          )}
        </Stack>
      )}
    </Answer>
  );
}

function OtherNames({ of: found }: { readonly of: AnswerOf<"listAliases"> | undefined }) {
  if (found === undefined || found.aliases.length === 0) return null;
  return (
    <Group gap={6}>
      <Text size="xs" c="dimmed">
        also
      </Text>
      {found.aliases.map(({ alias }) => (
        <Badge key={alias} color="gray">
          {alias}
        </Badge>
      ))}
    </Group>
  );
}

interface RelationsProps {
  readonly id: string;
  readonly graph: MemoryGraph;
  readonly onSelect: (id: string) => void;
}

function Relations({ id, graph, onSelect }: RelationsProps) {
  const around = graph.edges.filter(({ from, to }) => from === id || to === id);
  if (around.length === 0) return null;
  return (
    <div>
      <Title order={3} mb={4}>
        Relations
      </Title>
      <Stack component="ul" className="plain-list" gap={2} aria-label="Relations">
        {around.map((edge) => {
          const out = edge.from === id;
          const other = out ? edge.to : edge.from;
          return (
            <li key={edge.id}>
              <Text size="sm" component="span" c="dimmed">
                {out ? `${edge.label} → ` : "← "}
              </Text>
              <Anchor component="button" type="button" size="sm" onClick={() => onSelect(other)}>
                {graph.nodes.get(other)?.name ?? other}
              </Anchor>
              {!out && (
                <Text size="sm" component="span" c="dimmed">
                  {" "}
                  {edge.label}
                </Text>
              )}
            </li>
          );
        })}
      </Stack>
    </div>
  );
}
