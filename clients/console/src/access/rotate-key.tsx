import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "../ui/problem.tsx";
import type { KeyDetail, KeyDoor } from "./key-door.ts";
import { Secret } from "./secret.tsx";

const overlaps = [
  { value: "0", label: "Stops at once" },
  { value: "3600", label: "Works for another hour" },
  { value: "86400", label: "Works for another day" },
  { value: "604800", label: "Works for another week" },
];

interface RotateKeyProps {
  readonly door: KeyDoor;
  readonly of: KeyDetail;
  readonly onRotated: () => void;
  readonly onClose: () => void;
}

/** Gives a key a new secret; the old one may work on for a while. */
export function RotateKey({ door, of: key, onRotated, onClose }: RotateKeyProps) {
  const [overlap, setOverlap] = useState("3600");
  const rotate = useMutation({ mutationFn: () => door.rotate(key, Number(overlap)), onSuccess: onRotated, gcTime: 0 });
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Rotate ${key.name}`}
      closeOnClickOutside={!rotate.isSuccess}
      closeOnEscape={!rotate.isSuccess}
    >
      {rotate.isSuccess ? (
        <Secret minted={rotate.data} onClose={onClose} />
      ) : (
        <Stack gap="md">
          <Text size="sm">
            The key gets a new secret. If it is the key that you signed in with, sign in with the new one afterwards.
          </Text>
          <Select
            label="The old secret"
            allowDeselect={false}
            data={overlaps}
            value={overlap}
            onChange={(value) => setOverlap(value ?? overlap)}
          />
          {rotate.isError && <Problem error={rotate.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate()}>
              Rotate
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
