import { Badge, Group, Select, Stack } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { optionsOf } from "../ui/options.ts";
import { Pager } from "../ui/pager.tsx";
import { withParams } from "../ui/params.ts";
import { bytesText, ofThem } from "../ui/quantities.ts";
import { Row, Rows } from "../ui/rows.tsx";
import { Scopes } from "../ui/scopes.tsx";
import { Time } from "../ui/time.tsx";
import { isWorking, kindName, kinds, statusColors, statusNames, type Document } from "./stages.ts";

const pageSize = 50;
const statuses = optionsOf(statusNames);

/** The documents that the key may see, newest first. As long as one is worked on, the list looks again by itself. */
export function DocumentList() {
  const { loci } = useSession();
  const [params, setParams] = useSearchParams();
  const status = statuses.find(({ value }) => value === params.get("status"))?.value as Document["status"] | undefined;
  const mimeType = params.get("kind") ?? undefined;
  const page = Math.max(0, Number.parseInt(params.get("page") ?? "0", 10) || 0);
  const list = useQuery({
    queryKey: ["documents", "list", status, mimeType, page],
    queryFn: ({ signal }) => loci.documents.list({ status, mimeType, page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.documents.some(isWorking) ? 1_500 : false),
  });
  const show = (changed: Readonly<Record<string, string | null>>) =>
    setParams((now) => withParams(now, { page: null, ...changed }));
  const narrowed = status !== undefined || mimeType !== undefined;

  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Select
          aria-label="Status"
          placeholder="Any status"
          size="xs"
          clearable
          clearButtonProps={{ "aria-label": "Any status" }}
          data={statuses}
          value={status ?? null}
          onChange={(value) => show({ status: value })}
        />
        <Select
          aria-label="Kind"
          placeholder="Any kind"
          size="xs"
          clearable
          clearButtonProps={{ "aria-label": "Any kind" }}
          data={[...kinds]}
          value={mimeType ?? null}
          onChange={(value) => show({ kind: value })}
        />
      </Group>
      <Answer of={list}>
        {({ documents, total }) =>
          total === 0 ? (
            <Empty icon={FileText} title={narrowed ? "No document is like that" : "There is no document yet"}>
              {narrowed ? "Choose another status or kind." : "Upload one: its passages and facts can be recalled when it is ready."}
            </Empty>
          ) : (
            <>
              <Rows label="Documents">
                {documents.map((document) => (
                  <DocumentRow key={document.id} document={document} />
                ))}
              </Rows>
              <Pager page={page} pageSize={pageSize} total={total} onPage={(to) => show({ page: to === 0 ? null : String(to) })} />
            </>
          )
        }
      </Answer>
    </Stack>
  );
}

function DocumentRow({ document }: { readonly document: Document }) {
  const { status } = document;
  return (
    <Row
      href={`/documents/${document.id}`}
      title={document.title === "" ? document.filename : document.title}
      end={<Badge color={statusColors[status] ?? "blue"}>{statusNames[status] ?? status}</Badge>}
    >
      <span>{kindName(document.mimeType)}</span>
      <span>{bytesText(document.sizeBytes)}</span>
      {status === "ready" && <span>{ofThem(document.chunks, "passage")}</span>}
      {document.version > 1 && <span>version {document.version}</span>}
      <Time at={document.updatedAt} />
      <Scopes of={document.scopes} />
      {status === "failed" && <span className="failed">{document.error}</span>}
    </Row>
  );
}
