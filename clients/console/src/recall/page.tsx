import { Paper, SimpleGrid, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Brain } from "lucide-react";
import { useSearchParams } from "wouter";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { HitList } from "./hit-list.tsx";
import "./recall.css";
import { QuestionForm } from "./question-form.tsx";
import { paramsOf, questionIn, requestOf, type Question } from "./question.ts";
import { Why } from "./why.tsx";

/** Asks the memory, and shows what it found and why. */
export default function RecallPage() {
  const [params, setParams] = useSearchParams();
  const question = questionIn(params);
  const { loci, queries } = useSession();
  const compares = question.compareAt !== "";
  const first = useRecall(question, question.asOf, question.text !== "");
  const second = useRecall(question, question.compareAt, question.text !== "" && compares);

  const ask = (next: Question) => {
    // The same question once more is asked once more.
    if (paramsOf(next).toString() === params.toString()) void queries.invalidateQueries({ queryKey: ["recall"] });
    else setParams(paramsOf(next));
  };
  const idsOf = (answer: typeof first) => (compares ? new Set(answer.data?.hits.map(({ id }) => id)) : undefined);

  return (
    <Page title="Recall" about="Ask the memory. Each hit says where it comes from, when it held, and what put it there.">
      <QuestionForm asked={question} busy={first.isFetching} onAsk={ask} />
      {question.text === "" ? (
        <Empty icon={Brain} title="Ask something">
          For example who somebody works with, what was decided, or when something changed.
        </Empty>
      ) : (
        <SimpleGrid cols={{ base: 1, lg: compares ? 2 : 1 }} spacing="lg" aria-live="polite" aria-busy={first.isFetching}>
          <Stack gap="md">
            {compares && <Title order={2}>{timeTitle(question.asOf)}</Title>}
            <Answer of={first}>
              {(answer) => (
                <>
                  <Paper className="surface" p="md">
                    <Why answer={answer} />
                  </Paper>
                  <HitList answer={answer} others={idsOf(second)} />
                </>
              )}
            </Answer>
          </Stack>
          {compares && (
            <Stack gap="md">
              <Title order={2}>{timeTitle(question.compareAt)}</Title>
              <Answer of={second}>
                {(answer) => (
                  <>
                    <Paper className="surface" p="md">
                      <Why answer={answer} />
                    </Paper>
                    <HitList answer={answer} others={idsOf(first)} />
                  </>
                )}
              </Answer>
            </Stack>
          )}
        </SimpleGrid>
      )}
    </Page>
  );

  function useRecall(asked: Question, asOf: string, enabled: boolean) {
    return useQuery({
      queryKey: ["recall", paramsOf({ ...asked, asOf, compareAt: "" }).toString()],
      queryFn: ({ signal }) => loci.recall(requestOf(asked, asOf), { signal }),
      placeholderData: keepPreviousData,
      enabled,
      // Each asking leaves a trace: only a person asks again.
      staleTime: Infinity,
    });
  }
}

const minute = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });

function timeTitle(asOf: string): string {
  return asOf === "" ? "What is known now" : `What was known on ${minute.format(new Date(asOf))}`;
}
