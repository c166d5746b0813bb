import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Trash2 } from "lucide-react";
import { useSession } from "../session/session.tsx";
import { ConfirmDelete } from "../ui/confirm-delete.tsx";

interface DeleteEntityProps {
  readonly entityType: string;
  readonly entityName: string;
  readonly onDeleted: () => void;
}

/** Deletes an entity with all that is known of it, once it is confirmed. */
export function DeleteEntity({ entityType, entityName, onDeleted }: DeleteEntityProps) {
  const { loci, queries } = useSession();
  const [asking, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button size="compact-sm" variant="default" c="red" leftSection={<Trash2 size={14} aria-hidden />} onClick={open}>
        Delete
      </Button>
      <ConfirmDelete
        opened={asking}
        title={`Delete ${entityName}?`}
        hides="What is known of it is forgotten, with the relations to it. The texts that it was read from stay, and so does the history, for the audit."
        erases="The same, and nothing of it stays but a receipt: its history and the texts that its facts were read from are erased too. A text that only mentions it stays. This cannot be undone."
        remove={(how) => loci.entities.delete(entityType, entityName, how)}
        onDeleted={() => {
          onDeleted();
          void queries.invalidateQueries({ queryKey: ["state"] });
          // It is shown until the page is drawn anew, and asking for it again would find nothing.
          for (const kind of ["entity", "aliases", "history"])
            void queries.invalidateQueries({ queryKey: [kind], refetchType: "none" });
        }}
        onClose={close}
      />
    </>
  );
}
