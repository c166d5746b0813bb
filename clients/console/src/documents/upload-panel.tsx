import { Button, Collapse, FileButton, Group, SimpleGrid, Stack, TagsInput, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { SlidersHorizontal, Upload } from "lucide-react";
import { useCallback, useState, type DragEvent } from "react";
import { useSession } from "../session/session.tsx";
import { UploadList } from "./upload-list.tsx";
import { useUploads } from "./uploads.ts";

/** Takes files, by button or dropped, with what is to be known of them, and shows how far each is. */
export function UploadPanel() {
  const { loci, queries } = useSession();
  const [open, { toggle }] = useDisclosure(false);
  const [over, setOver] = useState(false);
  const [title, setTitle] = useState("");
  const [scopes, setScopes] = useState<string[]>([]);
  const [labels, setLabels] = useState<string[]>([]);
  const changed = useCallback(() => void queries.invalidateQueries({ queryKey: ["documents"] }), [queries]);
  const { rows, add, clear } = useUploads(loci, changed);

  const take = (files: readonly File[]) => {
    if (files.length === 0) return;
    add(files, {
      // One title is for one file: several keep their own names.
      title: files.length === 1 && title.trim() !== "" ? title.trim() : undefined,
      scopes: scopes.length > 0 ? scopes.map((path) => [path]) : undefined,
      labels: labels.length > 0 ? labels : undefined,
    });
    setTitle("");
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };

  return (
    <Stack gap="sm">
      <Stack
        gap="sm"
        p="md"
        className={`surface drop${over ? " drop-over" : ""}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Group gap="sm">
          <FileButton multiple onChange={(files) => take(files)} inputProps={{ "aria-label": "Files to upload" }}>
            {(props) => (
              <Button {...props} leftSection={<Upload size={16} aria-hidden />}>
                Upload files
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" visibleFrom="sm">
            or drop them here
          </Text>
          <Button
            ml="auto"
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<SlidersHorizontal size={14} aria-hidden />}
            aria-expanded={open}
            aria-controls="upload-details"
            onClick={toggle}
          >
            Title, scopes, labels
          </Button>
        </Group>
        <Collapse expanded={open} id="upload-details">
          <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
            <TextInput
              label="Title"
              placeholder="of a single file"
              value={title}
              onChange={(event) => setTitle(event.currentTarget.value)}
            />
            <TagsInput
              label="Scopes (any of)"
              placeholder={scopes.length === 0 ? "all that the key may write to" : ""}
              value={scopes}
              onChange={setScopes}
            />
            <TagsInput label="Labels" placeholder={labels.length === 0 ? "key=value" : ""} value={labels} onChange={setLabels} />
          </SimpleGrid>
        </Collapse>
      </Stack>
      {rows.length > 0 && <UploadList rows={rows} onClear={clear} />}
    </Stack>
  );
}
