import type { AnswerOf } from "@loci/client";
import { Badge, Group, Stack, Text } from "@mantine/core";
import { durationText } from "../ui/quantities.ts";
import { modelName } from "./failures.ts";

/** What came of a test: each model that the context works with. */
export function Tests({ of: { tests } }: { readonly of: AnswerOf<"testProviders"> }) {
  return (
    <Stack gap="xs" component="ul" className="plain-list" aria-label="Test">
      {tests.map(({ usedFor, model, ok, latencyMs, error, advice }) => (
        <li key={`${usedFor.join()} ${model}`}>
          <Group gap="xs">
            <Badge color={ok ? "green" : "red"}>{ok ? "ok" : "failed"}</Badge>
            <Text size="sm" fw={550}>
              {modelName({ usedFor, model })}
            </Text>
            <Text size="sm">
              {durationText(latencyMs)}, for {usedFor.join(", ")}
            </Text>
          </Group>
          {!ok && (
            <Text size="sm">
              {error}. {advice}
            </Text>
          )}
        </li>
      ))}
    </Stack>
  );
}
