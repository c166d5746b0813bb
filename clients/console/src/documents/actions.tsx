import { Button, FileButton, Group, Stack } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { Download, FileUp, Trash2 } from "lucide-react";
import { useLocation } from "wouter";
import { useSession } from "../session/session.tsx";
import { ConfirmDelete } from "../ui/confirm-delete.tsx";
import { Problem } from "../ui/problem.tsx";
import { saveFile } from "../ui/save-file.ts";
import type { Document } from "./stages.ts";

/** What one can do with a document: take its original, give it a next version, delete it. */
export function DocumentActions({ document }: { readonly document: Document }) {
  const { loci, queries } = useSession();
  const [, navigate] = useLocation();
  const [asking, { open, close }] = useDisclosure(false);
  const name = document.title === "" ? document.filename : document.title;
  const changed = () => void queries.invalidateQueries({ queryKey: ["documents"] });
  const download = useMutation({
    mutationFn: async () => {
      const original = await loci.documents.original(document.id);
      saveFile(await original.blob(), document.filename === "" ? name : document.filename);
    },
  });
  const replace = useMutation({
    mutationFn: (file: File) =>
      loci.documents.replace(document.id, {
        ...{ file, filename: file.name, title: document.title, scopes: document.scopes, labels: document.labels },
        source: document.source === "" ? undefined : document.source,
      }),
    onSuccess: changed,
  });
  const failure = download.error ?? replace.error;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          Original
        </Button>
        <FileButton onChange={(file) => file && replace.mutate(file)} inputProps={{ "aria-label": "File of the next version" }}>
          {(props) => (
            <Button
              {...props}
              size="xs"
              variant="default"
              leftSection={<FileUp size={14} aria-hidden />}
              loading={replace.isPending}
            >
              New version
            </Button>
          )}
        </FileButton>
        <Button size="xs" variant="default" c="red" leftSection={<Trash2 size={14} aria-hidden />} onClick={open}>
          Delete
        </Button>
      </Group>
      {failure !== null && <Problem error={failure} />}
      <ConfirmDelete
        opened={asking}
        title={`Delete ${name}?`}
        hides="Nobody finds it any more, its original is deleted, and the facts that were read in it alone are forgotten. Its passages stay in the history, for the audit."
        erases="The same, and nothing of it stays but a receipt: its passages and their history are erased too. This cannot be undone."
        remove={(how) => loci.documents.delete(document.id, how)}
        onDeleted={() => {
          navigate("/documents");
          // Not the document itself, which is gone.
          void queries.invalidateQueries({ queryKey: ["documents", "list"] });
        }}
        onClose={close}
      />
    </Stack>
  );
}
