import { Button, Group, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Problem } from "../ui/problem.tsx";
import { Time } from "../ui/time.tsx";
import { Bubble } from "./bubble.tsx";
import { DeleteSession } from "./delete-session.tsx";
import type { Exchange } from "./exchange.ts";

const pageSize = 100;

interface EarlierTurnsProps {
  readonly sessionId: string;
  readonly visit: number;
  /** What stands below already. */
  readonly shown: readonly Exchange[];
  readonly onLoaded: () => void;
}

/** What was said in a session before this visit: its end first, more on demand. */
export function EarlierTurns({ sessionId, visit, shown, onLoaded }: EarlierTurnsProps) {
  const { loci } = useSession();
  // A session that began in this visit stands below as a whole. What was asked for once is kept as it was, for what is said
  // in this visit stands below too; the next visit asks anew.
  const isOld = shown[0] === undefined;
  const session = useQuery({
    queryKey: ["session", visit, sessionId],
    queryFn: ({ signal }) => loci.sessions.get(sessionId, { signal }),
    enabled: isOld,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const total = session.data?.turns ?? 0;
  const turns = useInfiniteQuery({
    queryKey: ["session", visit, sessionId, "turns", total],
    initialPageParam: total,
    queryFn: async ({ pageParam: before, signal }) => {
      const found = [];
      // An answer of long turns ends before its limit.
      for (let offset = Math.max(0, before - pageSize); offset < before;) {
        const page = await loci.sessions.turns(sessionId, { offset, limit: before - offset }, { signal });
        if (page.turns.length === 0) break;
        found.push(...page.turns);
        offset += page.turns.length;
      }
      return { turns: found };
    },
    getNextPageParam: (_last, _all, before) => (before > pageSize ? before - pageSize : undefined),
    enabled: total > 0,
    staleTime: Infinity,
  });
  const isThere = turns.data !== undefined;
  useEffect(() => {
    if (isThere) onLoaded();
  }, [isThere, onLoaded]);
  const said = useMemo(() => turns.data?.pages.toReversed().flatMap((page) => page.turns) ?? [], [turns.data]);
  if (!isOld && session.data === undefined) return null;

  return (
    <Answer of={session}>
      {({ createdAt }) => (
        <>
          <Group justify="space-between" gap="xs">
            <Text size="xs" c="dimmed">
              Begun <Time at={createdAt} />
            </Text>
            <DeleteSession id={sessionId} />
          </Group>
          {turns.hasNextPage && (
            <Button
              size="compact-sm"
              variant="default"
              loading={turns.isFetchingNextPage}
              onClick={() => void turns.fetchNextPage()}
            >
              Show earlier turns
            </Button>
          )}
          {turns.isError && <Problem error={turns.error} onRetry={() => void turns.refetch()} />}
          {said.map((turn) => (
            <Bubble key={turn.id} role={turn.role}>
              <Text component="div" className="reply">
                {turn.content}
              </Text>
              <Text size="xs" c="dimmed" mt={4}>
                <Time at={turn.createdAt} />
              </Text>
            </Bubble>
          ))}
        </>
      )}
    </Answer>
  );
}
