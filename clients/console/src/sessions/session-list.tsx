import { Group, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MessagesSquare } from "lucide-react";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Pager } from "../ui/pager.tsx";
import { ofThem } from "../ui/quantities.ts";
import { Scopes } from "../ui/scopes.tsx";
import { Choice, Choices } from "../ui/split.tsx";
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
          <>
            <Choices label="Sessions">
              {sessions.map(({ id, title, preview, lastTurnAt, createdAt, turns, scopes }) => (
                <Choice key={id} href={`/sessions/${id}`} isHere={id === selected}>
                  <Text size="sm" fw={600} truncate>
                    {title || "Nothing was said yet"}
                  </Text>
                  {preview !== "" && (
                    <Text size="xs" lineClamp={2}>
                      {preview}
                    </Text>
                  )}
                  <Group justify="space-between" gap="xs" wrap="nowrap">
                    <Text size="xs" c="dimmed">
                      <Time at={lastTurnAt ?? createdAt} />
                    </Text>
                    <Text size="xs" c="dimmed" className="no-wrap">
                      {ofThem(turns, "turn")}
                    </Text>
                  </Group>
                  <Scopes of={scopes} />
                </Choice>
              ))}
            </Choices>
            <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )
      }
    </Answer>
  );
}
