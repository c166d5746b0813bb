import { Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { useSession } from "../session/session.tsx";
import { every } from "./every.ts";
import type { KeyDoor } from "./key-door.ts";
import { KeyList } from "./key-list.tsx";

/** The keys of one's own principal; an administrator sees all. */
export function OwnKeys() {
  const { loci, me } = useSession();
  const door = useMemo(
    (): KeyDoor => ({
      name: "own",
      principalIds: [me.principalId],
      list: (signal) => every(loci.keys.all({ signal })),
      mint: ({ name, grants, ttlSeconds }) => loci.keys.mint({ name, grants: grants ?? null }, { ttlSeconds }),
      rotate: ({ name }, overlapSeconds) => loci.keys.rotate(name, { overlapSeconds }),
      revoke: ({ name }) => loci.keys.revoke(name),
      isWithin: ({ principalId }) => principalId === me.principalId,
    }),
    [loci, me.principalId],
  );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        New keys are for {me.principalId}, and hold no more than the key that you are signed in with. Keys of other principals are
        minted under Management.
      </Text>
      <KeyList door={door} />
    </Stack>
  );
}
