import type { Loci, Schemas } from "@loci/client";
import { Button, Group, Modal, Radio, Stack } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Answer } from "./answer.tsx";
import { Confirm } from "./confirm.tsx";
import { Going } from "./going.tsx";
import { ofThem } from "./quantities.ts";
import { Receipt } from "./receipt.tsx";

interface ConfirmDeleteProps {
  readonly opened: boolean;
  readonly title: string;
  /** What deleting it does. */
  readonly hides: string;
  /** What erasing it for good does. */
  readonly erases: string;
  /** @returns of a purge what was erased, of a dry run what would go */
  readonly remove: (how: NonNullable<Parameters<Loci["sessions"]["delete"]>[1]>) => Promise<Schemas["PurgeResponse"] | undefined>;
  /** It is gone; a receipt was shown. */
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

/** Shows what goes with one record, asks whether it is deleted or erased for good, does it, and shows the receipt of what was erased. */
export function ConfirmDelete({ opened, title, hides, erases, remove, onDeleted, onClose }: ConfirmDeleteProps) {
  const [choice, setChoice] = useState("hide");
  const isPurge = choice === "purge";
  const removal = useMutation({
    mutationFn: () => remove({ purge: isPurge }),
    onSuccess: (purged) => {
      if (purged === undefined) onDeleted();
    },
  });
  const going = useQuery({
    queryKey: ["going", title, isPurge],
    queryFn: async () => (await remove({ purge: isPurge, dryRun: true })) ?? null,
    enabled: opened && removal.isIdle,
    staleTime: 0,
    gcTime: 0,
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
      <Answer of={going} rows={2}>
        {(found) => found && <Going {...found} />}
      </Answer>
    </Confirm>
  );
}
