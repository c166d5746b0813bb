import { Paper, Stack, Text, Title } from "@mantine/core";
import { useSession } from "../session/session.tsx";
import { FactGrid } from "../ui/fact-grid.tsx";
import { EffectiveForm } from "./effective-form.tsx";
import { GrantTable } from "./grant-table.tsx";

/** Who is signed in, and what this key may. */
export function You() {
  const { me, contextId } = useSession();
  return (
    <Stack gap="lg">
      <Paper className="surface" p="md">
        <FactGrid
          facts={[
            ["Principal", me.principalId],
            ["Name", me.displayName],
            ["Kind", me.kind],
            ["Context", contextId],
            ["Acts for", me.delegatedPrincipalId],
          ]}
        />
      </Paper>
      <section>
        <Title order={2} mb={4}>
          What you may do
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Over these scopes and all below them{me.tokenGrants !== null && ". The key narrows what the principal may"}.
        </Text>
        <GrantTable grants={me.effectiveGrants} />
      </section>
      {me.tokenGrants !== null && (
        <section>
          <Title order={2} mb="sm">
            What the principal may with another key
          </Title>
          <GrantTable grants={me.grants} />
        </section>
      )}
      <EffectiveForm principalId={me.principalId} />
    </Stack>
  );
}
