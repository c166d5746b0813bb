import { isLociError } from "@loci/client";
import { Anchor, Button, Group, Progress, Text } from "@mantine/core";
import { Link } from "wouter";
import { bytesText } from "../ui/quantities.ts";
import { Row, Rows } from "../ui/rows.tsx";
import { stageOf } from "./stages.ts";
import { settledOf, type UploadRow } from "./uploads.ts";

interface UploadListProps {
  readonly rows: readonly UploadRow[];
  readonly onClear: () => void;
}

/** How far each file is: bytes sent as far as the browser knows, then the stage that the server names. */
export function UploadList({ rows, onClear }: UploadListProps) {
  const settled = settledOf(rows);
  return (
    <section aria-label="Uploads">
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={550} role="status">
          {settled} of {rows.length} uploads done
        </Text>
        {settled > 0 && (
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onClear}>
            Clear what is done
          </Button>
        )}
      </Group>
      <Rows label="Uploads">
        {rows.map((row) => (
          <Row key={row.key} title={<Name of={row} />} end={bytesText(row.file.size)}>
            <Text size="xs" component="span" c={row.state === "failed" ? "red" : "dimmed"} className={`upload-${row.state}`}>
              {told(row)}
            </Text>
            <Progress
              w="100%"
              size="sm"
              value={shareOf(row) * 100}
              color={row.state === "failed" ? "red" : row.state === "ready" || row.state === "known" ? "green" : "petrol"}
              aria-label={`Progress of ${row.file.name}`}
            />
          </Row>
        ))}
      </Rows>
    </section>
  );
}

function Name({ of: { documentId, file } }: { readonly of: UploadRow }) {
  if (documentId === undefined) return file.name;
  return (
    <Anchor component={Link} href={`/documents/${documentId}`}>
      {file.name}
    </Anchor>
  );
}

function sentShare({ file, sentBytes }: UploadRow): number {
  return file.size === 0 ? 0 : Math.min(1, sentBytes / file.size);
}

function told(row: UploadRow): string {
  switch (row.state) {
    case "waiting":
      return "waits for the others";
    case "sending":
      return `sending, ${Math.floor(sentShare(row) * 100)} %`;
    case "working": {
      const { number, of, doing } = stageOf(row.status ?? "queued");
      return `sent; step ${number} of ${of}: ${doing}`;
    }
    case "ready":
      return "ready";
    case "known":
      return "was there already: the same content is kept once";
    case "failed":
      return isLociError(row.error) ? row.error.detail || row.error.title : "failed";
  }
}

/** Half of the bar is the sending, half the work. */
function shareOf(row: UploadRow): number {
  switch (row.state) {
    case "waiting":
      return 0;
    case "sending":
      return sentShare(row) / 2;
    case "working": {
      const { number, of } = stageOf(row.status ?? "queued");
      return 0.5 + (number / (of + 1)) * 0.5;
    }
    case "ready":
    case "known":
    case "failed":
      return 1;
  }
}
