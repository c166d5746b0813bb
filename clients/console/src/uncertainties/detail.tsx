import { Alert, Badge, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { EntityLink } from "../ui/entity-link.tsx";
import { Scopes } from "../ui/scopes.tsx";
import { Time } from "../ui/time.tsx";
import type { Uncertainty } from "./filter.ts";
import { Owner } from "./owner.tsx";
import { ResolveForm } from "./resolve-form.tsx";
import { Side } from "./side.tsx";

/** One uncertainty: both sides with their sources, and what to do about it. */
export function Detail({ id }: { readonly id: string }) {
  const { loci } = useSession();
  const queries = useQueryClient();
  const key = ["uncertainties", "one", id];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => loci.call("getUncertainty", { path: { uncertaintyId: id } }, { signal }),
  });
  const changed = (one: Uncertainty) => {
    queries.setQueryData(key, one);
    void queries.invalidateQueries({ queryKey: ["uncertainties", "list"] });
  };
  return (
    <Answer of={query}>
      {(one) => (
        <Stack gap="md">
          <div>
            <Title order={2} fz="1.2rem" id="question" tabIndex={-1}>
              {one.question}
            </Title>
            <Group gap="2px 12px" mt={4}>
              <EntityLink entity={one.entity} />
              <Text size="sm" c="dimmed">
                noticed <Time at={one.createdAt} />
              </Text>
              {one.status !== "open" && <Badge color={one.status === "resolved" ? "green" : "gray"}>{one.status}</Badge>}
              <Scopes of={one.scopes} />
            </Group>
          </div>
          {one.resolution !== null && <Resolution of={one} />}
          <SimpleGrid cols={{ base: 1, sm: Math.min(2, one.candidates.length) }} spacing="md">
            {one.candidates.map((candidate, i) => (
              <Side
                key={candidate.id ?? i}
                number={i + 1}
                candidate={candidate}
                chosen={candidate.id !== undefined && (one.resolution?.chosen.includes(candidate.id) ?? false)}
              />
            ))}
          </SimpleGrid>
          {one.status === "open" && (
            <>
              <Owner one={one} onAssigned={changed} />
              <ResolveForm key={one.id} one={one} onResolved={changed} />
            </>
          )}
        </Stack>
      )}
    </Answer>
  );
}

function Resolution({ of: { resolution, resolvedAt, status } }: { readonly of: Uncertainty }) {
  if (resolution === null) return null;
  return (
    <Alert color={status === "resolved" ? "green" : "gray"} role="status" title={status === "resolved" ? "Resolved" : "Withdrawn"}>
      {resolution.reason ?? `By the rule ${resolution.rule}.`}
      <Text size="xs" c="dimmed">
        {resolution.by !== null && `by ${resolution.by}, `}
        {resolvedAt !== null && <Time at={resolvedAt} />}
      </Text>
    </Alert>
  );
}
