import { isLociError, LociManagement } from "@loci/client";
import { Alert, Button, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useMemo, useState } from "react";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";
import { ContextPart } from "./context-part.tsx";
import { Contexts } from "./contexts.tsx";

interface ManagementProps {
  /** Undefined as long as no key was entered. */
  readonly management: LociManagement | undefined;
  /** The context that is looked at. */
  readonly contextId: string | undefined;
  readonly onChange: (management: LociManagement | undefined) => void;
}

/** All contexts and whoever's keys, with a management key. */
export function Management({ management, contextId, onChange }: ManagementProps) {
  // Of its own: a refused management key must not end the session of the context key.
  const queries = useMemo(
    () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } } }),
    [],
  );
  const forget = () => {
    queries.clear();
    onChange(undefined);
  };
  return (
    <QueryClientProvider client={queries}>
      {management === undefined ? (
        <KeyForm onKey={onChange} />
      ) : (
        <Stack gap="lg">
          <Alert color="violet" icon={<KeyRound size={18} aria-hidden />}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">A management key is in use. It is forgotten when you leave this page.</Text>
              <Button size="compact-sm" variant="default" onClick={forget}>
                Forget it now
              </Button>
            </Group>
          </Alert>
          {contextId === undefined ? (
            <Contexts management={management} />
          ) : (
            <ContextPart key={contextId} management={management} contextId={contextId} />
          )}
        </Stack>
      )}
    </QueryClientProvider>
  );
}

function KeyForm({ onKey }: { readonly onKey: (management: LociManagement) => void }) {
  const [key, setKey] = useState("");
  const enter = useMutation({
    mutationFn: async () => {
      const management = new LociManagement({ url: location.origin, managementKey: key.trim() });
      await management.contexts.list({ limit: 1 });
      return management;
    },
    onSuccess: onKey,
    gcTime: 0,
  });
  const submit = onSubmit(() => enter.mutate());
  return (
    <Paper className="surface" p="lg" maw={460}>
      <form onSubmit={submit} aria-labelledby="management-key">
        <Stack gap="md">
          <div>
            <Title order={2} id="management-key">
              Enter a management key
            </Title>
            <Text size="sm" c="dimmed" mt={4}>
              It opens every context&apos;s administration. It stays in this page&apos;s memory only.
            </Text>
          </div>
          <PasswordInput
            label="Management key"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
          />
          {enter.isError && (
            <>
              <Problem error={enter.error} />
              {isLociError(enter.error, "unauthenticated") && (
                <Text size="xs" c="dimmed">
                  A context key does not open it.
                </Text>
              )}
            </>
          )}
          <Button type="submit" loading={enter.isPending} disabled={key.trim() === ""}>
            Use it
          </Button>
        </Stack>
      </form>
    </Paper>
  );
}
