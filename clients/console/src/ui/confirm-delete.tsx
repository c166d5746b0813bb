import type { Schemas } from "@loci/client";
import { Button, Group, Modal, Radio, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Confirm } from "./confirm.tsx";
import { ofThem } from "./quantities.ts";
import { Receipt } from "./receipt.tsx";

interface ConfirmDeleteProps {
  readonly opened: boolean;
  readonly title: string;
  /** What deleting it does. */
  readonly hides: string;
  /** What erasing it for good does. */
  readonly erases: string;
  /** @returns of a purge what was erased */
  readonly remove: (purge: boolean) => Promise<Schemas["PurgeResponse"] | undefined>;
  /** It is gone; a receipt was shown. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Asks whether one record is deleted or erased for good, does it, and shows the receipt of what was erased. */
export function ConfirmDelete({ opened, title, hides, erases, remove, onDeleted, onClose }: ConfirmDeleteProps) {
  const [choice, setChoice] = useState("hide");
  const isPurge = choice === "purge";
  const removal = useMutation({
    mutationFn: () => remove(isPurge),
    onSuccess: (purged) => {
      if (purged === undefined) onDeleted();
    },
  });
  if (removal.data !== undefined) {
    return (
      <Modal opened onClose={onDeleted} title="Erased for good">
        <Stack gap="md">
          <Receipt title={`${ofThem(removal.data.deleted, "record")} erased`} receipt={removal.data.receipt} />
          <Group justify="flex-end">
            <Button onClick={onDeleted} data-autofocus>
              Close
            </Button>
          </Group>
        </Stack>
      </Modal>
    );
  }
  return (
    <Confirm
      opened={opened}
      title={title}
      act={isPurge ? "Erase for good" : "Delete"}
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      <Radio.Group aria-label="How" value={choice} onChange={setChoice}>
        <Stack gap="sm">
          <Radio value="hide" label="Delete" description={hides} />
          <Radio value="purge" label="Erase for good (purge)" description={erases} />
        </Stack>
      </Radio.Group>
    </Confirm>
  );
}
