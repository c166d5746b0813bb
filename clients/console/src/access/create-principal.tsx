import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { useSession } from "../session/session.tsx";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";
import { GrantFields } from "./grant-fields.tsx";
import { grantsOf, type Verb } from "./grants.ts";

export function CreatePrincipal({ onClose }: { readonly onClose: () => void }) {
  const { loci, queries } = useSession();
  const [, navigate] = useLocation();
  const [displayName, setDisplayName] = useState("");
  const [kind, setKind] = useState("agent");
  const [id, setId] = useState("");
  const [path, setPath] = useState("");
  const [verbs, setVerbs] = useState<readonly Verb[]>([]);
  const create = useMutation({
    mutationFn: () =>
      loci.principals.create({
        ...{ displayName: displayName.trim(), kind: kind.trim(), grants: grantsOf(path, verbs) ?? null },
        id: id.trim() === "" ? null : id.trim(),
      }),
    onSuccess: (principal) => {
      void queries.invalidateQueries({ queryKey: ["access", "principals"] });
      navigate(`/access/principals/${encodeURIComponent(principal.id)}`);
    },
  });
  const submit = onSubmit(() => create.mutate());
  return (
    <Modal opened onClose={onClose} title="Create a principal">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            data-autofocus
            value={displayName}
            onChange={(event) => setDisplayName(event.currentTarget.value)}
          />
          <TextInput
            label="Kind"
            placeholder="agent, user, service"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
          />
          <TextInput
            label="Id"
            placeholder="made by Loci"
            spellCheck={false}
            value={id}
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <GrantFields path={path} verbs={verbs} onPath={setPath} onVerbs={setVerbs} />
          {create.isError && <Problem error={create.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={create.isPending} disabled={displayName.trim() === "" || kind.trim() === ""}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
