import { Badge, Button, Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { ofThem } from "../ui/quantities.ts";
import { Row, Rows } from "../ui/rows.tsx";
import { Time } from "../ui/time.tsx";
import { CreatePrincipal } from "./create-principal.tsx";
import { every } from "./every.ts";

/** The principals that the key may see. */
export function Principals() {
  const { loci } = useSession();
  const [creating, setCreating] = useState(false);
  const query = useQuery({
    queryKey: ["access", "principals"],
    queryFn: ({ signal }) => every(loci.principals.all({ signal })),
  });
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setCreating(true)}>
          Create a principal
        </Button>
      </Group>
      <Answer of={query}>
        {(principals) =>
          principals.length === 0 ? (
            <Empty icon={Users} title="No principal to be seen">
              This key may see none. Whoever manages grants can create one.
            </Empty>
          ) : (
            <Rows label="Principals">
              {principals.map((principal) => (
                <Row
                  key={principal.id}
                  href={`/access/principals/${encodeURIComponent(principal.id)}`}
                  title={principal.displayName}
                  end={<Time at={principal.createdAt} />}
                >
                  <Badge color="gray">{principal.kind}</Badge>
                  <span>{principal.id}</span>
                  <span>{ofThem(Object.keys(principal.grants).length, "verb")}</span>
                  {principal.reserved && <span>Loci&apos;s own</span>}
                </Row>
              ))}
            </Rows>
          )
        }
      </Answer>
      {creating && <CreatePrincipal onClose={() => setCreating(false)} />}
    </Stack>
  );
}
