import type { LociManagement } from "@loci/client";
import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Answer } from "../ui/answer.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { ContextSettings } from "./context-settings.tsx";
import { every } from "./every.ts";
import type { KeyDoor } from "./key-door.ts";
import { KeyList } from "./key-list.tsx";
import { Usage } from "./usage.tsx";

interface ContextPartProps {
  readonly management: LociManagement;
  readonly contextId: string;
}

/** One context: its settings, what it used, and the keys of its principals. */
export function ContextPart({ management, contextId }: ContextPartProps) {
  const context = useQuery({
    queryKey: ["context", contextId],
    queryFn: ({ signal }) => management.contexts.get(contextId, { signal }),
  });
  const principals = useQuery({
    queryKey: ["context", contextId, "principals"],
    queryFn: ({ signal }) => every(management.principals.all(contextId, { signal })),
  });
  const door = useMemo(
    (): KeyDoor => ({
      name: `context ${contextId}`,
      principalIds: (principals.data ?? []).filter(({ kind }) => kind !== "system").map(({ id }) => id),
      list: (signal) => every(management.keys.all(contextId, { signal })),
      mint: ({ principalId, name, grants, ttlSeconds }) =>
        management.keys.mint(contextId, principalId, name, { grants: grants ?? null, ttlSeconds: ttlSeconds ?? null }),
      rotate: ({ principalId, name }, overlapSeconds) => management.keys.rotate(contextId, principalId, name, { overlapSeconds }),
      revoke: ({ principalId, name }) => management.keys.revoke(contextId, principalId, name),
      isWithin: () => true,
    }),
    [management, contextId, principals.data],
  );
  return (
    <Stack gap="lg">
      <BackLink href="/access/management">All contexts</BackLink>
      <Answer of={context}>
        {(one) => (
          <>
            <Title order={2} fz="1.2rem">
              {one.displayName === "" ? one.id : one.displayName}
            </Title>
            <ContextSettings key={one.id} context={one} management={management} />
            <Usage contextId={one.id} management={management} />
            <section aria-labelledby="context-keys">
              <Title order={2} id="context-keys" mb="sm">
                Keys
              </Title>
              <Answer of={principals}>{() => <KeyList door={door} />}</Answer>
            </section>
          </>
        )}
      </Answer>
    </Stack>
  );
}
