import { Badge, Box, Button, Checkbox, Group, Menu, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Ellipsis, FolderTree, Plus } from "lucide-react";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Time } from "../ui/time.tsx";
import { EraseScope } from "./erase-scope.tsx";
import { every } from "./every.ts";
import { RegisterScope } from "./register-scope.tsx";
import { RemoveScope } from "./remove-scope.tsx";
import { treeOf, type Branch, type ScopeNode } from "./scope-tree.ts";

type Asked = { readonly what: "register" | "remove" | "erase"; readonly path: string };

/** The registered scopes as a tree, and what one can do with them. */
export function Scopes() {
  const { loci } = useSession();
  const [withRemoved, setWithRemoved] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({
    queryKey: ["access", "scopes", withRemoved],
    queryFn: ({ signal }): Promise<ScopeNode[]> =>
      withRemoved ? loci.scopes.list({ includeTombstoned: "true", limit: 1_000 }, { signal }) : every(loci.scopes.all({ signal })),
  });
  const close = () => setAsked(undefined);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Checkbox
          size="xs"
          label="Removed ones too"
          checked={withRemoved}
          onChange={({ currentTarget }) => setWithRemoved(currentTarget.checked)}
        />
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setAsked({ what: "register", path: "" })}>
          Register a scope
        </Button>
      </Group>
      <Answer of={query}>
        {(nodes) =>
          nodes.length === 0 ? (
            <Empty icon={FolderTree} title="No scope is registered">
              All memory belongs to the whole context. Register paths such as <code>org/acme/user/mina</code> to keep memories
              apart.
            </Empty>
          ) : (
            <Box className="surface" px="md" py="xs">
              <ul className="tree" aria-label="Scopes">
                {treeOf(nodes).map((branch) => (
                  <BranchPart key={branch.path} branch={branch} onAsk={setAsked} />
                ))}
              </ul>
            </Box>
          )
        }
      </Answer>
      {asked?.what === "register" && <RegisterScope below={asked.path} onClose={close} />}
      {asked?.what === "remove" && <RemoveScope path={asked.path} onClose={close} />}
      {asked?.what === "erase" && <EraseScope path={asked.path} onClose={close} />}
    </Stack>
  );
}

interface BranchPartProps {
  readonly branch: Branch;
  readonly onAsk: (asked: Asked) => void;
}

function BranchPart({ branch: { path, name, node, children }, onAsk }: BranchPartProps) {
  return (
    <li>
      <div className="tree-row">
        <Text size="sm" ff="monospace" fw={node === undefined ? 400 : 600} c={node === undefined ? "dimmed" : "inherit"}>
          {name}
        </Text>
        {node !== undefined && node.displayName !== "" && <Text size="sm">{node.displayName}</Text>}
        {node !== undefined && node.description !== "" && (
          <Text size="xs" c="dimmed">
            {node.description}
          </Text>
        )}
        {node?.tombstonedAt && (
          <Badge color="red">
            removed <Time at={node.tombstonedAt} />
          </Badge>
        )}
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="subtle" color="gray" size="compact-xs" aria-label={`Actions for ${path}`}>
              <Ellipsis size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onAsk({ what: "register", path })}>Register one below it</Menu.Item>
            {node !== undefined && node.tombstonedAt === null && (
              <Menu.Item onClick={() => onAsk({ what: "remove", path })}>Remove it and all below it</Menu.Item>
            )}
            <Menu.Item c="red" onClick={() => onAsk({ what: "erase", path })}>
              Erase what belongs to it
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <BranchPart key={child.path} branch={child} onAsk={onAsk} />
          ))}
        </ul>
      )}
    </li>
  );
}
