import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { useSession } from "../session/session.tsx";
import { ConfirmDelete } from "../ui/confirm-delete.tsx";

/** Deletes a session, once it is confirmed. */
export function DeleteSession({ id }: { readonly id: string }) {
  const { loci, queries } = useSession();
  const [, navigate] = useLocation();
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-xs" variant="subtle" color="gray" leftSection={<Trash2 size={13} aria-hidden />} onClick={open}>
        Delete session
      </Button>
      <ConfirmDelete
        opened={asking}
        title="Delete this session?"
        hides="What was said in it is forgotten, with the facts that are known from it alone. Nobody finds it any more; its history stays for the audit."
        erases="The same, and nothing of it stays but a receipt: its texts, metadata and history are erased. This cannot be undone."
        remove={(how) => loci.sessions.delete(id, how)}
        onDeleted={() => {
          navigate("/sessions");
          void queries.invalidateQueries({ queryKey: ["sessions"] });
        }}
        onClose={close}
      />
    </>
  );
}
