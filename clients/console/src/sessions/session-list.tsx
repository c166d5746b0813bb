import { Box, Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Pager } from "../ui/pager.tsx";
import { ofThem } from "../ui/quantities.ts";
import { Scopes } from "../ui/scopes.tsx";
import { Time } from "../ui/time.tsx";

const pageSize = 50;

/** The sessions that the key may see, newest first. */
export function SessionList({ selected }: { readonly selected: string | undefined }) {
  const { loci } = useSession();
  const [page, setPage] = useState(0);
  const query = useQuery({
    queryKey: ["sessions", "list", page],
    queryFn: ({ signal }) => loci.sessions.list({ limit: pageSize, offset: page * pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Answer of={query}>
      {({ sessions, total }) =>
        total === 0 ? (
          <Empty icon={MessagesSquare} title="There is no session yet">
            Ask something: the first question begins one.
          </Empty>
        ) : (
          <Stack gap="xs">
            <Stack component="ul" gap={0} className="plain-list surface chat-sessions" aria-label="Sessions">
              {sessions.map((session) => {
                const here = session.id === selected;
                return (
                  <li key={session.id}>
                    <Link
                      href={`/sessions/${session.id}`}
                      className={`chat-session${here ? " chat-session-here" : ""}`}
                      aria-current={here ? "true" : undefined}
                    >
                      <Group justify="space-between" gap="xs" wrap="nowrap">
                        <Text size="sm" fw={550}>
                          <Time at={session.lastTurnAt ?? session.createdAt} />
                        </Text>
                        <Text size="xs" c="dimmed">
                          {ofThem(session.turns, "turn")}
                        </Text>
                      </Group>
                      <Box>
                        <Text size="xs" c="dimmed" ff="monospace" truncate>
                          {session.id.replace("session:", "")}
                        </Text>
                        <Scopes of={session.scopes} />
                      </Box>
                    </Link>
                  </li>
                );
              })}
            </Stack>
            <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </Stack>
        )
      }
    </Answer>
  );
}
