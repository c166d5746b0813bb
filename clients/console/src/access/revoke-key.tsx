import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Confirm } from "../ui/confirm.tsx";
import type { KeyDetail, KeyDoor } from "./key-door.ts";

interface RevokeKeyProps {
  readonly door: KeyDoor;
  readonly of: KeyDetail;
  readonly onRevoked: () => void;
  readonly onClose: () => void;
}

export function RevokeKey({ door, of: key, onRevoked, onClose }: RevokeKeyProps) {
  const revoke = useMutation({
    mutationFn: () => door.revoke(key),
    onSuccess: () => {
      onRevoked();
      onClose();
    },
  });
  return (
    <Confirm
      opened
      title={`Revoke ${key.name}?`}
      act="Revoke"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        Whoever uses it is locked out within seconds. A revoked key does not come back, and the keys that were minted with it end
        too.
      </Text>
    </Confirm>
  );
}
