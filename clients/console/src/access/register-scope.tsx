import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";

interface RegisterScopeProps {
  /** The path that the new one begins with; "" for none. */
  readonly below: string;
  readonly onClose: () => void;
}

export function RegisterScope({ below, onClose }: RegisterScopeProps) {
  const { loci, queries } = useSession();
  const [path, setPath] = useState(below === "" ? "" : `${below}/`);
  const [displayName, setDisplayName] = useState("");
  const [description, setDescription] = useState("");
  const register = useMutation({
    mutationFn: () =>
      loci.scopes.register({
        path: path.trim(),
        displayName: displayName.trim() === "" ? null : displayName.trim(),
        description: description.trim() === "" ? null : description.trim(),
      }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["access", "scopes"] });
      onClose();
    },
  });
  const submit = onSubmit(() => register.mutate());
  return (
    <Modal opened onClose={onClose} title="Register a scope">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Path"
            placeholder="org/acme/user/mina"
            data-autofocus
            spellCheck={false}
            value={path}
            onChange={(event) => setPath(event.currentTarget.value)}
          />
          <TextInput label="Name for people" value={displayName} onChange={(event) => setDisplayName(event.currentTarget.value)} />
          <TextInput label="What it is for" value={description} onChange={(event) => setDescription(event.currentTarget.value)} />
          {register.isError && <Problem error={register.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={register.isPending} disabled={path.trim() === ""}>
              Register
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
