import { Button, Checkbox, Group, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { FileSearch, Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { onSubmit } from "../ui/submit.ts";
import { Found } from "./found.tsx";
import { modes, paramsOf, requestOf, searchIn, switches, type DocumentSearch, type Mode, type Switch } from "./query.ts";

const modeNames: Readonly<Record<Mode, string>> = { hybrid: "Hybrid", vector: "Meaning", bm25: "Words", hybrid_graph: "Graph" };
const switchNames: Readonly<Record<Switch, string>> = {
  useHyde: "Imagine an answer first (HyDE)",
  decomposeQuery: "Split into sub-questions",
  useReranker: "Rerank",
  expandGraph: "Linked passages too",
};

/** Asks the documents, with how to search. */
export function SearchPart() {
  const { loci } = useSession();
  const [params, setParams] = useSearchParams();
  const search = searchIn(params);
  const [text, setText] = useState(search.text);
  useEffect(() => setText(search.text), [search.text]);
  const answer = useQuery({
    queryKey: ["documents", "search", params.toString()],
    queryFn: ({ signal }) => loci.documents.query(requestOf(search), { signal }),
    enabled: search.text !== "",
    placeholderData: keepPreviousData,
    // Each asking leaves a trace: only a person asks again.
    staleTime: Infinity,
  });
  const ask = (changed: Partial<DocumentSearch>) => setParams(paramsOf({ ...search, text: text.trim(), ...changed }));
  const submit = onSubmit(() => ask({}));

  return (
    <Stack gap="md">
      <form onSubmit={submit} role="search" aria-label="Documents">
        <Stack gap="sm">
          <Group gap="sm" wrap="nowrap">
            <TextInput
              flex={1}
              size="md"
              aria-label="Question"
              placeholder="What should the documents say?"
              leftSection={<Search size={18} aria-hidden />}
              value={text}
              maxLength={10_000}
              onChange={(event) => setText(event.currentTarget.value)}
              autoFocus
            />
            <Button type="submit" size="md" loading={answer.isFetching} disabled={text.trim() === ""}>
              Search
            </Button>
          </Group>
          <Group gap="8px 20px">
            <SegmentedControl
              size="xs"
              aria-label="Mode"
              data={modes.map((value) => ({ value, label: modeNames[value] }))}
              value={search.mode}
              onChange={(value) => ask({ mode: modes.find((mode) => mode === value) ?? "hybrid" })}
            />
            {switches.map((name) => (
              <Checkbox
                key={name}
                size="xs"
                label={switchNames[name]}
                checked={search.on.includes(name)}
                onChange={({ currentTarget: { checked } }) =>
                  ask({ on: switches.filter((one) => (one === name ? checked : search.on.includes(one))) })
                }
              />
            ))}
          </Group>
        </Stack>
      </form>
      {search.text === "" ? (
        <Empty icon={FileSearch} title="Search the documents">
          Ask a question, or give the words that a passage should have.
        </Empty>
      ) : (
        <div aria-live="polite" aria-busy={answer.isFetching}>
          <Answer of={answer}>{(found) => <Found answer={found} question={search.text} />}</Answer>
        </div>
      )}
    </Stack>
  );
}
