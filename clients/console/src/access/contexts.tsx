import type { LociManagement } from "@loci/client";
import { useQuery } from "@tanstack/react-query";
import { Boxes } from "lucide-react";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Row, Rows } from "../ui/rows.tsx";
import { Time } from "../ui/time.tsx";
import { every } from "./every.ts";

/** All contexts of this Loci. */
export function Contexts({ management }: { readonly management: LociManagement }) {
  const query = useQuery({
    queryKey: ["contexts"],
    queryFn: ({ signal }) => every(management.contexts.all({ signal })),
  });
  return (
    <Answer of={query}>
      {(contexts) =>
        contexts.length === 0 ? (
          <Empty icon={Boxes} title="There is no context">
            Create one with <code>loci contexts create</code>.
          </Empty>
        ) : (
          <Rows label="Contexts">
            {contexts.map(({ id, displayName, createdAt }) => (
              <Row
                key={id}
                href={`/access/management/${encodeURIComponent(id)}`}
                title={displayName === "" ? id : displayName}
                end={<Time at={createdAt} />}
              >
                <span>{id}</span>
              </Row>
            ))}
          </Rows>
        )
      }
    </Answer>
  );
}
