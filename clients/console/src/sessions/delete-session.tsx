import { Button, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { useSession } from "../session/session.tsx";
import { Confirm } from "../ui/confirm.tsx";

/** Deletes a session, once it is confirmed. */
export function DeleteSession({ id }: { readonly id: string }) {
  const { loci, queries } = useSession();
  const [, navigate] = useLocation();
  const [asking, { open, close }] = useDisclosure(false);
  const remove = useMutation({
    mutationFn: () => loci.sessions.delete(id),
    onSuccess: () => {
      navigate("/sessions");
      void queries.invalidateQueries({ queryKey: ["sessions"] });
    },
  });
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" leftSection={<Trash2 size={13} aria-hidden />} onClick={open}>
        Delete session
      </Button>
      <Confirm
        opened={asking}
        title="Delete this session?"
        act="Delete"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={close}
      >
        <Text size="sm">What was said in it is forgotten, with the facts that are known from it alone.</Text>
      </Confirm>
    </>
  );
}
