import { Box, Group, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Pager } from "../ui/pager.tsx";
import { sectionsOf, withoutHeading, type Section } from "./sections.ts";
import type { Document } from "./stages.ts";

const pageSize = 50;

/** A document's sections with their passages, as they are searched. An address that ends in `#5` leads to the passage 5. */
export function Outline({ document }: { readonly document: Document }) {
  const { loci } = useSession();
  const wanted = positionIn(location.hash);
  const [page, setPage] = useState(Math.floor((wanted ?? 0) / pageSize));
  const query = useQuery({
    queryKey: ["documents", "chunks", document.id, document.version, page],
    queryFn: ({ signal }) => loci.documents.chunks(document.id, { page, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (isThere && wanted !== undefined) window.document.getElementById(`passage-${wanted}`)?.scrollIntoView();
  }, [isThere, wanted]);

  return (
    <section aria-labelledby="outline">
      <Title order={2} id="outline" mb={8}>
        Passages
      </Title>
      <Answer of={query}>
        {({ chunks, total }) => (
          <Stack gap="md">
            {sectionsOf(chunks).map((section) => (
              <SectionPart key={`${section.id} ${section.chunks[0]?.position ?? ""}`} section={section} />
            ))}
            <Pager page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </Stack>
        )}
      </Answer>
    </section>
  );
}

function positionIn(hash: string): number | undefined {
  const position = Number.parseInt(hash.slice(1), 10);
  return Number.isNaN(position) || position < 0 ? undefined : position;
}

function SectionPart({ section: { heading, chunks } }: { readonly section: Section }) {
  return (
    <Box className="surface" p="md">
      {heading !== "" && (
        <Title order={3} mb={6}>
          {heading}
        </Title>
      )}
      <ol className="plain-list passages" aria-label={heading === "" ? "Passages" : `Passages of ${heading}`}>
        {chunks.map(({ id, text, position, page, tokenCount, duplicateOf }) => (
          <li key={id} id={`passage-${position}`} className="passage-place">
            <Text size="sm" className="prose">
              {withoutHeading(text, heading)}
            </Text>
            <Group gap="2px 12px" mt={4}>
              <Text size="xs" c="dimmed">
                passage {position + 1}
                {page !== null && `, page ${page}`}, {tokenCount} tokens
              </Text>
              {duplicateOf !== null && (
                <Text size="xs" c="dimmed">
                  stands in another document too
                </Text>
              )}
            </Group>
          </li>
        ))}
      </ol>
    </Box>
  );
}
