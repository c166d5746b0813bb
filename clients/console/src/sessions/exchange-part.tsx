import { Alert, Anchor, Badge, Box, Button, Group, Loader, Stack, Text } from "@mantine/core";
import { Link } from "wouter";
import { Problem } from "../ui/problem.tsx";
import type { Exchange } from "./exchange.ts";
import { Bubble } from "./bubble.tsx";
import { Reply } from "./reply.tsx";

interface ExchangePartProps {
  readonly exchange: Exchange;
  /** Asks the same again; only where nothing came after it. */
  readonly onAgain: (() => void) | undefined;
}

/** One question with its reply, its sources, and what the memory learned of it. */
export function ExchangePart({ exchange, onAgain }: ExchangePartProps) {
  const { question, reply, citations, state, updates, degraded, traceId, error } = exchange;
  return (
    <>
      <Bubble role="user">{question}</Bubble>
      <Bubble role="assistant">
        {reply === "" && state === "asking" ? (
          <Group gap="xs">
            <Loader size="xs" type="dots" />
            <Text size="sm" c="dimmed">
              looks into the memory
            </Text>
          </Group>
        ) : (
          <Reply text={reply} citations={citations} />
        )}
        {state === "stopped" && (
          <Text size="xs" c="dimmed" mt={4}>
            Stopped.
          </Text>
        )}
        {degraded.length > 0 && (
          <Alert color="orange" mt="xs" title="Parts of the memory did not answer">
            {degraded.join(", ")}
          </Alert>
        )}
        {state === "failed" && (
          <Box mt="xs">
            <Problem error={error} onRetry={onAgain} />
          </Box>
        )}
        {state === "stopped" && onAgain && (
          <Button size="compact-xs" variant="default" mt={6} onClick={onAgain}>
            Ask again
          </Button>
        )}
        {updates.length > 0 && (
          <Stack gap={4} mt="xs">
            <Text size="xs" c="dimmed">
              Remembered of this turn
            </Text>
            <Group gap={4} component="ul" className="plain-list" aria-label="Remembered of this turn">
              {updates.map((update) => (
                <li key={update}>
                  <Badge color="green" className="wrapping-badge">
                    {update}
                  </Badge>
                </li>
              ))}
            </Group>
          </Stack>
        )}
        {state === "done" && traceId !== "" && (
          <Anchor component={Link} href={`/traces/${traceId}`} size="xs" mt={6} display="inline-block">
            Trace
          </Anchor>
        )}
      </Bubble>
    </>
  );
}
