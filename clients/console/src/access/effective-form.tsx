import { Badge, Button, Group, Paper, Text, TextInput, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { onSubmit } from "../ui/submit.ts";
import { Problem } from "../ui/problem.tsx";
import { TimeField } from "../ui/time-field.tsx";
import { instantOf, minuteText } from "../ui/time-text.ts";

/** What a principal may do over a path, now or at some time. */
export function EffectiveForm({ principalId }: { readonly principalId: string }) {
  const { loci } = useSession();
  const [path, setPath] = useState("/");
  const [asOf, setAsOf] = useState("");
  const check = useMutation({
    mutationFn: () =>
      loci.principals.effective(principalId, {
        path: path.trim(),
        asOf: instantOf(asOf),
      }),
  });
  const submit = onSubmit(() => check.mutate());
  return (
    <Paper className="surface" p="md" component="section" aria-labelledby="effective">
      <Title order={2} id="effective" mb="sm">
        Check a path
      </Title>
      <form onSubmit={submit}>
        <Group gap="sm" align="flex-end">
          <TextInput label="Path" w={240} value={path} onChange={(event) => setPath(event.currentTarget.value)} />
          <TimeField label="At" value={asOf} onChange={setAsOf} />
          <Button type="submit" variant="default" loading={check.isPending} disabled={path.trim() === ""}>
            Check
          </Button>
        </Group>
      </form>
      <div role="status">
        {check.isSuccess && (
          <Group gap={6} mt="sm">
            <Text size="sm">
              {check.data.verbs.length === 0 ? `Nothing is allowed over ${check.data.path}` : `Over ${check.data.path}:`}
              {check.data.asOf !== null && ` at ${minuteText(new Date(check.data.asOf))}`}
            </Text>
            {check.data.verbs.map((verb) => (
              <Badge key={verb} color="gray">
                {verb}
              </Badge>
            ))}
          </Group>
        )}
      </div>
      {check.isError && <Problem error={check.error} />}
    </Paper>
  );
}
