import { Button, Group, Modal, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { Problem } from "./problem.tsx";

interface ConfirmProps {
  readonly opened: boolean;
  readonly title: string;
  /** What the button does, as a verb. */
  readonly act: string;
  readonly busy: boolean;
  readonly error?: unknown;
  readonly disabled?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something is done that cannot be taken back. */
export function Confirm({ opened, title, act, busy, error, disabled = false, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title}>
      <Stack gap="md" fz="sm">
        <div>{children}</div>
        {error !== undefined && error !== null && <Problem error={error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button color="red" loading={busy} disabled={disabled} onClick={onConfirm}>
            {act}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
