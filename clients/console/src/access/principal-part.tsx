import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { BackLink } from "../ui/back-link.tsx";
import { FactGrid } from "../ui/fact-grid.tsx";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";
import { Time } from "../ui/time.tsx";
import { EffectiveForm } from "./effective-form.tsx";
import { GrantFields } from "./grant-fields.tsx";
import { GrantTable } from "./grant-table.tsx";
import type { Verb } from "./grants.ts";

/** One principal, and what it may do. */
export function PrincipalPart({ id }: { readonly id: string }) {
  const { loci, queries } = useSession();
  const key = ["access", "principal", id];
  const query = useQuery({ queryKey: key, queryFn: ({ signal }) => loci.principals.get(id, { signal }) });
  const [path, setPath] = useState("");
  const [verbs, setVerbs] = useState<readonly Verb[]>([]);
  const change = useMutation({
    mutationFn: ({ give, ...body }: { give: boolean; path: string; verbs: Verb[] }) =>
      give ? loci.principals.grant(id, body) : loci.principals.revoke(id, body),
    onSuccess: (changed, { give }) => {
      queries.setQueryData(key, changed);
      void queries.invalidateQueries({ queryKey: ["access", "principals"] });
      if (!give) return;
      setPath("");
      setVerbs([]);
    },
  });
  const submit = onSubmit(() => change.mutate({ give: true, path: path.trim(), verbs: [...verbs] }));

  return (
    <Stack gap="lg">
      <BackLink href="/access/principals">All principals</BackLink>
      <Answer of={query}>
        {(principal) => (
          <>
            <Paper className="surface" p="md">
              <Title order={2} mb="sm">
                {principal.displayName}
              </Title>
              <FactGrid
                facts={[
                  ["Id", principal.id],
                  ["Kind", principal.kind],
                  ["Known elsewhere as", principal.externalId],
                  ["Created", <Time key="created" at={principal.createdAt} />],
                ]}
              />
            </Paper>
            <Paper className="surface" p="md" component="section" aria-labelledby="grants">
              <Title order={2} id="grants" mb="sm">
                Grants
              </Title>
              <GrantTable
                grants={principal.grants}
                action={(at, held) =>
                  !principal.reserved && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="red"
                      leftSection={<X size={12} aria-hidden />}
                      aria-label={`Take away the grants over ${at}`}
                      onClick={() => change.mutate({ give: false, path: at, verbs: [...held] })}
                    >
                      Take away
                    </Button>
                  )
                }
              />
              {principal.reserved ? (
                <Text size="sm" c="dimmed" mt="sm">
                  This principal is Loci&apos;s own: its grants stay as they are.
                </Text>
              ) : (
                <form onSubmit={submit} aria-label="Add grants">
                  <Group gap="sm" align="flex-end" mt="md">
                    <GrantFields path={path} verbs={verbs} onPath={setPath} onVerbs={setVerbs} />
                    <Button type="submit" loading={change.isPending} disabled={path.trim() === "" || verbs.length === 0}>
                      Grant
                    </Button>
                  </Group>
                </form>
              )}
              {change.isError && <Problem error={change.error} />}
            </Paper>
            <EffectiveForm principalId={principal.id} />
          </>
        )}
      </Answer>
    </Stack>
  );
}
