import type { LociManagement, Schemas } from "@loci/client";
import { Button, Code, Group, NumberInput, Paper, Stack, Switch, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";

interface ContextSettingsProps {
  readonly context: Schemas["Context"];
  readonly management: LociManagement;
}

/** A context's name and policy to change, and its other settings to read. */
export function ContextSettings({ context, management }: ContextSettingsProps) {
  const queries = useQueryClient();
  const [displayName, setDisplayName] = useState(context.displayName);
  const [selfService, setSelfService] = useState(context.policy.allowSelfServiceKeys ?? true);
  const [maxTtl, setMaxTtl] = useState<number | null>(context.policy.maxTokenTtlSeconds ?? null);
  const save = useMutation({
    mutationFn: () =>
      management.contexts.update(context.id, {
        displayName: displayName.trim() === "" ? undefined : displayName.trim(),
        policy: { allowSelfServiceKeys: selfService, maxTokenTtlSeconds: maxTtl },
      }),
    onSuccess: (changed) => {
      queries.setQueryData(["context", context.id], changed);
      void queries.invalidateQueries({ queryKey: ["contexts"] });
    },
  });
  const submit = onSubmit(() => save.mutate());
  return (
    <Paper className="surface" p="md" component="section" aria-labelledby="settings">
      <Title order={2} id="settings" mb="sm">
        Settings
      </Title>
      <form onSubmit={submit}>
        <Stack gap="md" maw={460}>
          <TextInput label="Name" value={displayName} onChange={(event) => setDisplayName(event.currentTarget.value)} />
          <Switch
            label="Principals may mint keys for themselves"
            checked={selfService}
            onChange={(event) => setSelfService(event.currentTarget.checked)}
          />
          <NumberInput
            label="Longest life of a key, in seconds"
            placeholder="no limit"
            min={1}
            allowDecimal={false}
            value={maxTtl ?? ""}
            onChange={(value) => setMaxTtl(typeof value === "number" ? value : null)}
          />
          {save.isError && <Problem error={save.error} />}
          <Group gap="sm">
            <Button type="submit" loading={save.isPending}>
              Save
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {save.isSuccess ? "Saved." : ""}
            </Text>
          </Group>
        </Stack>
      </form>
      {Object.keys(context.config).length > 0 && (
        <details className="disclosure">
          <summary>Everything else that is set</summary>
          <Code block mt={6} className="settings-json" tabIndex={0}>
            {JSON.stringify(context.config, null, 2)}
          </Code>
        </details>
      )}
    </Paper>
  );
}
