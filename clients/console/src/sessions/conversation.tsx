import { Box, Button, Stack, Text, VisuallyHidden } from "@mantine/core";
import { ArrowDown, MessageCircleQuestion } from "lucide-react";
import { Empty } from "../ui/empty.tsx";
import { newSession } from "./chats.ts";
import { Composer } from "./composer.tsx";
import type { Exchange } from "./exchange.ts";
import { ExchangePart } from "./exchange-part.tsx";
import { EarlierTurns } from "./earlier-turns.tsx";
import { useStickToEnd } from "./scrolling.ts";

interface ConversationProps {
  readonly id: string;
  readonly visit: number;
  /** Of this visit; what was said before is asked for. */
  readonly exchanges: readonly Exchange[];
  readonly busy: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

/** One session: what was said in it, and what is asked now. */
export function Conversation({ id, visit, exchanges, busy, onAsk, onStop }: ConversationProps) {
  const last = exchanges.at(-1);
  const { end, away, toEnd } = useStickToEnd(`${id} ${exchanges.length} ${last?.reply.length ?? 0} ${last?.state ?? ""}`);
  return (
    <Box className="conversation">
      <Stack gap="md" className="conversation-log" role="log" aria-label="Conversation" aria-live="off">
        {id !== newSession && <EarlierTurns key={id} sessionId={id} visit={visit} shown={exchanges} onLoaded={toEnd} />}
        {id === newSession && exchanges.length === 0 && (
          <Empty icon={MessageCircleQuestion} title="Ask the memory">
            The reply is made of what is remembered, and names its sources. What you say is remembered too.
          </Empty>
        )}
        {exchanges.map((exchange) => (
          <ExchangePart
            key={exchange.id}
            exchange={exchange}
            onAgain={exchange === last && !busy ? () => onAsk(exchange.question) : undefined}
          />
        ))}
        <div ref={end} />
      </Stack>
      <VisuallyHidden role="status" aria-label="Reply">
        {announced(last)}
      </VisuallyHidden>
      <Box className="conversation-foot">
        {away && (
          <Button
            className="conversation-end"
            size="compact-sm"
            variant="default"
            onClick={toEnd}
            leftSection={<ArrowDown size={14} aria-hidden />}
          >
            To the newest
          </Button>
        )}
        <Composer busy={busy} onAsk={onAsk} onStop={onStop} />
        <Text size="xs" c="dimmed" mt={4} visibleFrom="sm">
          Enter asks, Shift + Enter begins a new line.
        </Text>
      </Box>
    </Box>
  );
}

/** A screen reader is told of the reply once, when it is whole. */
function announced(last: Exchange | undefined): string {
  switch (last?.state) {
    case undefined:
      return "";
    case "asking":
      return "The reply is on its way.";
    case "done":
      return last.reply;
    case "stopped":
      return "The reply was stopped.";
    case "failed":
      return "The reply failed.";
  }
}
