import { Paper, SimpleGrid, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { AnswerOf } from "@loci/client";
import { Brain } from "lucide-react";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { minuteText } from "../ui/time-text.ts";
import { HitList } from "./hit-list.tsx";
import { QuestionForm } from "./question-form.tsx";
import { paramsOf, questionIn, requestOf, type Question } from "./question.ts";
import { Why } from "./why.tsx";

/** Asks the memory, and shows what it found and why. */
export default function RecallPage() {
  const [params, setParams] = useSearchParams();
  const question = questionIn(params);
  const { queries } = useSession();
  const compares = question.compareAt !== "";
  const first = useRecall(question, question.asOf, question.text !== "");
  const second = useRecall(question, question.compareAt, question.text !== "" && compares);

  const ask = (next: Question) => {
    // The same question once more is asked once more.
    if (paramsOf(next).toString() === params.toString()) void queries.invalidateQueries({ queryKey: ["recall"] });
    else setParams(paramsOf(next));
  };

  return (
    <Page title="Recall" about="Ask the memory. Each hit says where it comes from, when it held, and what put it there.">
      <QuestionForm asked={question} busy={first.isFetching} onAsk={ask} />
      {question.text === "" ? (
        <Empty icon={Brain} title="Ask something">
          For example who somebody works with, what was decided, or when something changed.
        </Empty>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: compares ? 2 : 1 }} spacing="lg" aria-live="polite" aria-busy={first.isFetching}>
          <Found of={first} title={compares ? timeTitle(question.asOf) : ""} other={compares ? second : undefined} />
          {compares && <Found of={second} title={timeTitle(question.compareAt)} other={first} />}
        </SimpleGrid>
      )}
    </Page>
  );
}

type Recalled = UseQueryResult<AnswerOf<"recall">>;

interface FoundProps {
  readonly of: Recalled;
  /** "" where there is one answer only. */
  readonly title: string;
  /** The answer that this one is compared with. */
  readonly other: Recalled | undefined;
}

/** What was found at one time, and how. */
function Found({ of: query, title, other }: FoundProps) {
  const others = other?.data && new Set(other.data.hits.map(({ id }) => id));
  return (
    <Stack gap="md">
      {title !== "" && <Title order={2}>{title}</Title>}
      <Answer of={query}>
        {(answer) => (
          <>
            <Paper className="surface" p="md">
              <Why answer={answer} />
            </Paper>
            <HitList answer={answer} others={others} />
          </>
        )}
      </Answer>
    </Stack>
  );
}

function useRecall(question: Question, asOf: string, enabled: boolean): Recalled {
  const { loci } = useSession();
  return useQuery({
    queryKey: ["recall", paramsOf({ ...question, asOf, compareAt: "" }).toString()],
    queryFn: ({ signal }) => loci.recall(requestOf(question, asOf), { signal }),
    placeholderData: keepPreviousData,
    enabled,
    // Each asking leaves a trace: only a person asks again.
    staleTime: Infinity,
  });
}

function timeTitle(asOf: string): string {
  return asOf === "" ? "What is known now" : `What was known on ${minuteText(new Date(asOf))}`;
}
