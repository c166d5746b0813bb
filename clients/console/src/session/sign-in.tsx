import { Loci, type Schemas } from "@loci/client";
import { Alert, Button, Center, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { KeyRound } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ColorSchemeSwitch } from "../frame/color-scheme-switch.tsx";
import { Logo } from "../frame/logo.tsx";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";

interface SignInProps {
  /** From the page's address; "" where it has none. */
  readonly contextId: string;
  /** Why one has to sign in again. */
  readonly notice: string;
  readonly onSignedIn: (loci: Loci, contextId: string, me: Schemas["Whoami"]) => void;
}

/** Asks for a context and a key, and proves both by asking who that is. */
export function SignIn({ contextId, notice, onSignedIn }: SignInProps) {
  const [context, setContext] = useState(contextId);
  const [key, setKey] = useState("");
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const keyField = useRef<HTMLInputElement>(null);

  useEffect(() => {
    document.title = "Sign in · Loci";
    if (contextId !== "") keyField.current?.focus();
  }, [contextId]);

  const signIn = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const loci = new Loci({ url: location.origin, apiKey: key.trim(), contextId: context.trim() });
      const me = await loci.me();
      onSignedIn(loci, context.trim(), me);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
      keyField.current?.focus();
    }
  };
  const submit = onSubmit(() => {
    void signIn();
  });

  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="100%" maw={400} gap="lg">
        <Group justify="space-between">
          <Logo />
          <ColorSchemeSwitch />
        </Group>
        <Paper withBorder p="xl" bg="var(--loci-surface)" shadow="xs">
          <form onSubmit={submit} aria-labelledby="sign-in">
            <Stack gap="md">
              <Title id="sign-in" order={1}>
                Sign in
              </Title>
              {notice !== "" && (
                <Alert color="orange" title="Sign in again">
                  {notice}
                </Alert>
              )}
              {error !== undefined && <Problem error={error} />}
              <TextInput
                label="Context id"
                name="context"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                required
                withAsterisk={false}
                autoFocus={contextId === ""}
                value={context}
                onChange={(event) => setContext(event.currentTarget.value)}
              />
              <PasswordInput
                label="Key"
                name="key"
                autoComplete="off"
                required
                withAsterisk={false}
                ref={keyField}
                value={key}
                onChange={(event) => setKey(event.currentTarget.value)}
              />
              <Button type="submit" loading={busy} leftSection={<KeyRound size={16} aria-hidden />}>
                Sign in
              </Button>
              <Text size="xs" c="dimmed">
                The key stays in this page&apos;s memory only. Reloading or closing the page forgets it.
              </Text>
            </Stack>
          </form>
        </Paper>
      </Stack>
    </Center>
  );
}
