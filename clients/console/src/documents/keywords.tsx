import { Anchor, Badge, Group, Popover, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";

/** A document's keywords; each tells which other documents have it. */
export function Keywords({ documentId }: { readonly documentId: string }) {
  const { loci } = useSession();
  const query = useQuery({
    queryKey: ["documents", "keywords", documentId],
    queryFn: ({ signal }) => loci.documents.keywords(documentId, { signal }),
  });
  return (
    <section aria-labelledby="keywords">
      <Title order={2} id="keywords" mb={8}>
        Keywords
      </Title>
      <Answer of={query} rows={1}>
        {({ keywords }) =>
          keywords.length === 0 ? (
            <Text size="sm" c="dimmed">
              None was found in it.
            </Text>
          ) : (
            <Group gap={6} component="ul" className="plain-list" aria-labelledby="keywords">
              {keywords.map(({ id, normalised, text }) => (
                <li key={id}>
                  <Keyword normalised={normalised} text={text} documentId={documentId} />
                </li>
              ))}
            </Group>
          )
        }
      </Answer>
    </section>
  );
}

interface KeywordProps {
  readonly normalised: string;
  readonly text: string;
  readonly documentId: string;
}

function Keyword({ normalised, text, documentId }: KeywordProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover opened={open} onChange={setOpen} width={280} withinPortal trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton onClick={() => setOpen(!open)} aria-expanded={open}>
          <Badge color="gray" className="badge-link" size="md">
            {text}
          </Badge>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Documents with ${text}`}>
        {open && <Others normalised={normalised} documentId={documentId} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function Others({ normalised, documentId }: Omit<KeywordProps, "text">) {
  const { loci } = useSession();
  const query = useQuery({
    queryKey: ["documents", "keyword", normalised],
    queryFn: ({ signal }) => loci.call("getKeyword", { path: { normalised } }, { signal }),
  });
  return (
    <Answer of={query} rows={2}>
      {({ documents }) => {
        const others = documents.filter(({ id }) => id !== documentId);
        return (
          <Stack gap={6} tabIndex={-1} data-autofocus>
            <Text size="xs" c="dimmed">
              {others.length === 0 ? "No other document has it." : "Other documents that have it:"}
            </Text>
            {others.map(({ id, title }) => (
              <Anchor key={id} component={Link} href={`/documents/${id}`} size="sm">
                {title}
              </Anchor>
            ))}
          </Stack>
        );
      }}
    </Answer>
  );
}
