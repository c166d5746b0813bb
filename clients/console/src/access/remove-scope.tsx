import { Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { Confirm } from "../ui/confirm.tsx";

interface RemoveScopeProps {
  readonly path: string;
  readonly onClose: () => void;
}

export function RemoveScope({ path, onClose }: RemoveScopeProps) {
  const { loci, queries } = useSession();
  const remove = useMutation({
    mutationFn: () => loci.scopes.delete(path),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ["access", "scopes"] });
      onClose();
    },
  });
  return (
    <Confirm
      opened
      title="Remove this scope?"
      act="Remove"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">
        <b>{path}</b> and all paths below it can no longer be written to. What was stored under them stays, and keeps its scope.
      </Text>
    </Confirm>
  );
}
