import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { CircleCheck, PlugZap, RotateCw, Unplug } from "lucide-react";
import { useSession } from "../session/session.tsx";
import { Problem } from "../ui/problem.tsx";
import { ofThem } from "../ui/quantities.ts";
import { Failing } from "./failing.tsx";
import { failingModels, mayOperate } from "./failures.ts";
import "./providers.css";
import { Tests } from "./tests.tsx";

const calmMs = 60_000;
const failingMs = 10_000;

/** Above each page, for who operates the context: which of its models fail, and what can be done. Nothing where none fails. */
export function ProviderBanner() {
  const { me } = useSession();
  return mayOperate(me) ? <Watched /> : null;
}

function Watched() {
  const { loci, queries } = useSession();
  const failing = useQuery({
    queryKey: ["providers"],
    // What fails now is told whatever the window.
    queryFn: async ({ signal }) => failingModels((await loci.stats({ windowHours: 1 }, { signal })).providers),
    refetchInterval: ({ state }) => (state.data?.length ? failingMs : calmMs),
  });
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ["providers"] });
    void queries.invalidateQueries({ queryKey: ["traces", "stats"] });
  };
  const test = useMutation({ mutationFn: () => loci.call("testProviders"), onSettled: refresh });
  const retry = useMutation({ mutationFn: () => loci.call("retryPending"), onSettled: refresh });
  const close = () => {
    test.reset();
    retry.reset();
  };

  const models = failing.data ?? [];
  const isBad = models.length > 0;
  // What came of a test or a retry stays until it is closed, also when nothing fails any more.
  if (!isBad && test.isIdle && retry.isIdle) return null;
  const title = models.length > 1 ? `${models.length} models fail` : isBad ? "A model fails" : "No model fails any more";
  return (
    <Alert
      role="region"
      variant="default"
      className={`surface provider-banner${isBad ? "" : " provider-banner-calm"}`}
      mb="lg"
      icon={
        isBad ? (
          <Unplug size={18} color="var(--mantine-color-error)" aria-hidden />
        ) : (
          <CircleCheck size={18} color="var(--mantine-color-green-7)" aria-hidden />
        )
      }
      title={title}
      withCloseButton={!isBad}
      closeButtonLabel="Close"
      onClose={close}
    >
      <Stack gap="sm">
        {models.map((model) => (
          <Failing key={`${model.name} ${model.cause}`} model={model} />
        ))}
        <Group gap="sm">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<PlugZap size={14} aria-hidden />}
            loading={test.isPending}
            onClick={() => test.mutate()}
          >
            Test the providers
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<RotateCw size={14} aria-hidden />}
            loading={retry.isPending}
            onClick={() => retry.mutate()}
          >
            Retry now
          </Button>
          <Text size="sm" role="status">
            {retry.isSuccess && takenUpText(retry.data)}
          </Text>
        </Group>
        {retry.isError && <Problem error={retry.error} />}
        {test.isError && <Problem error={test.error} />}
        {test.isSuccess && (isBad || test.data.ok) && <Tests of={test.data} />}
      </Stack>
    </Alert>
  );
}

function takenUpText({ turns, documents }: { readonly turns: number; readonly documents: number }): string {
  if (turns + documents === 0) return "Nothing waits for a later attempt.";
  return `Taken up: ${ofThem(turns, "turn")}, ${ofThem(documents, "document")}.`;
}
