import { Button, Group, Modal, Select, Stack, Text, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";
import { GrantFields } from "./grant-fields.tsx";
import { grantsOf, lifetimes, type Verb } from "./grants.ts";
import type { KeyDoor } from "./key-door.ts";
import { Secret } from "./secret.tsx";

interface MintKeyProps {
  readonly door: KeyDoor;
  readonly onMinted: () => void;
  readonly onClose: () => void;
}

export function MintKey({ door, onMinted, onClose }: MintKeyProps) {
  const [name, setName] = useState("");
  const [principalId, setPrincipalId] = useState(door.principalIds[0] ?? "");
  const [ttl, setTtl] = useState("");
  const [path, setPath] = useState("");
  const [verbs, setVerbs] = useState<readonly Verb[]>([]);
  const mint = useMutation({
    mutationFn: () =>
      door.mint({
        name: name.trim(),
        principalId,
        grants: grantsOf(path, verbs),
        ttlSeconds: ttl === "" ? undefined : Number(ttl),
      }),
    onSuccess: onMinted,
    // The secret is in no cache.
    gcTime: 0,
  });
  const submit = onSubmit(() => mint.mutate());
  // Half a narrowing would be none: a key that holds everything.
  const isHalf = (path.trim() === "") !== (verbs.length === 0);
  return (
    <Modal opened onClose={onClose} title="Mint a key" closeOnClickOutside={!mint.isSuccess} closeOnEscape={!mint.isSuccess}>
      {mint.isSuccess ? (
        <Secret minted={mint.data} onClose={onClose} />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="md">
            <TextInput
              label="Name"
              placeholder="laptop"
              data-autofocus
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            {door.principalIds.length > 1 && (
              <Select
                label="Principal"
                searchable
                allowDeselect={false}
                data={[...door.principalIds]}
                value={principalId}
                onChange={(value) => setPrincipalId(value ?? principalId)}
              />
            )}
            <Select
              label="Valid"
              allowDeselect={false}
              data={[...lifetimes]}
              value={ttl}
              onChange={(value) => setTtl(value ?? "")}
            />
            <GrantFields pathLabel="Narrow it to a path (optional)" path={path} verbs={verbs} onPath={setPath} onVerbs={setVerbs} />
            <Text size="xs" c="dimmed" role="status">
              {isHalf ? "A narrowing needs a path and verbs." : ""}
            </Text>
            {mint.isError && <Problem error={mint.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" loading={mint.isPending} disabled={name.trim() === "" || principalId === "" || isHalf}>
                Mint
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
}
