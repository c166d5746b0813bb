import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Problem } from "../ui/problem.tsx";
import { countText, ofThem } from "../ui/quantities.ts";
import { Receipt } from "../ui/receipt.tsx";

interface EraseScopeProps {
  readonly path: string;
  readonly onClose: () => void;
}

/** Erases what belongs to a scope: first says how much that is, then asks, then shows the receipt. */
export function EraseScope({ path, onClose }: EraseScopeProps) {
  const { loci, queries } = useSession();
  const counted = useQuery({
    queryKey: ["access", "erase", path],
    queryFn: ({ signal }) => loci.call("forgetScope", { body: { path, dryRun: true } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const erase = useMutation({
    mutationFn: () => loci.scopes.forget(path),
    onSuccess: () => void queries.invalidateQueries(),
  });
  return (
    <Modal opened onClose={onClose} title={`Erase what belongs to ${path}?`}>
      {erase.isSuccess ? (
        <Stack gap="md">
          <Receipt title={`${ofThem(erase.data.forgotten, "record")} erased or moved`} receipt={erase.data.receipt} />
          <Group justify="flex-end">
            <Button onClick={onClose}>Close</Button>
          </Group>
        </Stack>
      ) : (
        <Answer of={counted} rows={2}>
          {({ forgotten }) => (
            <Stack gap="md">
              <Text size="sm">
                {forgotten === 0 ? (
                  "Nothing belongs to it or to a path below it."
                ) : (
                  <>
                    <b>{ofThem(forgotten, "record")}</b> would go: what belongs to it alone is erased for good, what belongs
                    elsewhere too loses this scope. This cannot be undone.
                  </>
                )}
              </Text>
              {erase.isError && <Problem error={erase.error} />}
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose} data-autofocus>
                  Cancel
                </Button>
                <Button color="red" loading={erase.isPending} disabled={forgotten === 0} onClick={() => erase.mutate()}>
                  Erase {countText(forgotten)}
                </Button>
              </Group>
            </Stack>
          )}
        </Answer>
      )}
    </Modal>
  );
}
