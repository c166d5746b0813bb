import { Button, Group, Popover, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";
import type { Uncertainty } from "./filter.ts";

interface OwnerProps {
  readonly one: Uncertainty;
  readonly onAssigned: (assigned: Uncertainty) => void;
}

/** Who is to settle it: oneself by one click, or anybody by id. */
export function Owner({ one, onAssigned }: OwnerProps) {
  const { loci, me } = useSession();
  const [open, setOpen] = useState(false);
  const [somebody, setSomebody] = useState("");
  const assign = useMutation({
    mutationFn: (owner: string | null) => loci.call("assignUncertainty", { path: { uncertaintyId: one.id }, body: { owner } }),
    onSuccess: (assigned) => {
      setOpen(false);
      setSomebody("");
      onAssigned(assigned);
    },
  });
  const submit = onSubmit(() => {
    if (somebody.trim() !== "") assign.mutate(somebody.trim());
  });
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {one.owner === null ? "Nobody is to settle it." : `${one.owner} is to settle it.`}
      </Text>
      {one.owner !== me.principalId && (
        <Button size="compact-sm" variant="default" loading={assign.isPending} onClick={() => assign.mutate(me.principalId)}>
          Assign to me
        </Button>
      )}
      {one.owner !== null && (
        <Button size="compact-sm" variant="default" onClick={() => assign.mutate(null)}>
          Unassign
        </Button>
      )}
      <Popover opened={open} onChange={setOpen} trapFocus withinPortal>
        <Popover.Target>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(!open)}>
            Assign to …
          </Button>
        </Popover.Target>
        <Popover.Dropdown>
          <form onSubmit={submit}>
            <Group gap="xs" align="flex-end">
              <TextInput label="Principal id" value={somebody} onChange={(event) => setSomebody(event.currentTarget.value)} />
              <Button type="submit" disabled={somebody.trim() === ""} loading={assign.isPending}>
                Assign
              </Button>
            </Group>
          </form>
        </Popover.Dropdown>
      </Popover>
      {assign.isError && <Problem error={assign.error} />}
    </Group>
  );
}
