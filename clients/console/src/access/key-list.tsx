import { Badge, Button, Group, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Answer } from "../ui/answer.tsx";
import { Empty } from "../ui/empty.tsx";
import { Row, Rows } from "../ui/rows.tsx";
import { Time } from "../ui/time.tsx";
import type { KeyDetail, KeyDoor } from "./key-door.ts";
import { MintKey } from "./mint-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

type Asked = { readonly what: "mint" } | { readonly what: "rotate" | "revoke"; readonly key: KeyDetail };

const stateColors: Readonly<Record<string, string>> = { active: "green", expired: "orange", revoked: "red" };

/** Keys, and what one can do with them. */
export function KeyList({ door }: { readonly door: KeyDoor }) {
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const query = useQuery({ queryKey: ["access", "keys", door.name], queryFn: ({ signal }) => door.list(signal) });
  const changed = () => void queries.invalidateQueries({ queryKey: ["access", "keys", door.name] });
  const close = () => setAsked(undefined);
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <Button size="xs" leftSection={<Plus size={15} aria-hidden />} onClick={() => setAsked({ what: "mint" })}>
          Mint a key
        </Button>
      </Group>
      <Answer of={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty icon={KeyRound} title="There is no key">
              Mint one: its secret is shown once.
            </Empty>
          ) : (
            <Rows label="Keys">
              {keys.map((key) => (
                <KeyRow key={key.id} of={key} minter={minterOf(key, keys)} isWithin={door.isWithin(key)} onAsk={setAsked} />
              ))}
            </Rows>
          )
        }
      </Answer>
      {asked?.what === "mint" && <MintKey door={door} onMinted={changed} onClose={close} />}
      {asked?.what === "rotate" && <RotateKey door={door} of={asked.key} onRotated={changed} onClose={close} />}
      {asked?.what === "revoke" && <RevokeKey door={door} of={asked.key} onRevoked={changed} onClose={close} />}
    </Stack>
  );
}

/** The name of the key that minted one, where it is listed; nothing where that was not noted. */
function minterOf({ mintedBy }: KeyDetail, keys: readonly KeyDetail[]): string {
  if (mintedBy === null) return "";
  return `by ${mintedBy === "*" ? "management" : (keys.find(({ id }) => id === mintedBy)?.name ?? mintedBy)}`;
}

interface KeyRowProps {
  readonly of: KeyDetail;
  /** What minted it, in words. */
  readonly minter: string;
  readonly isWithin: boolean;
  readonly onAsk: (asked: Asked) => void;
}

function KeyRow({ of: key, minter, isWithin, onAsk }: KeyRowProps) {
  return (
    <Row
      title={key.name}
      end={
        isWithin &&
        key.state !== "revoked" && (
          <Group gap={4} wrap="nowrap">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Rotate ${key.name}`}
              onClick={() => onAsk({ what: "rotate", key })}
            >
              Rotate
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              c="red"
              aria-label={`Revoke ${key.name}`}
              onClick={() => onAsk({ what: "revoke", key })}
            >
              Revoke
            </Button>
          </Group>
        )
      }
    >
      <Badge color={stateColors[key.state] ?? "gray"}>{key.state}</Badge>
      <span>{key.principalId}</span>
      {key.grants !== null && <span>narrowed to {Object.keys(key.grants).join(", ")}</span>}
      <span>
        minted <Time at={key.createdAt} /> {minter}
      </span>
      {key.validUntil !== null && (
        <span>
          valid until <Time at={key.validUntil} />
        </span>
      )}
      <span>
        {key.lastUsedAt === null ? (
          "never used"
        ) : (
          <>
            used <Time at={key.lastUsedAt} />
          </>
        )}
      </span>
    </Row>
  );
}
