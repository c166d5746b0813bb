import { Anchor, Box, Button, Stack } from "@mantine/core";
import { ArrowLeft, MessageSquarePlus } from "lucide-react";
import { useCallback } from "react";
import { Link, Redirect, useLocation, useRoute } from "wouter";
import { useSession } from "../session/session.tsx";
import { Page } from "../ui/page.tsx";
import { newSession, useChats } from "./chats.ts";
import { Conversation } from "./conversation.tsx";
import { SessionList } from "./session-list.tsx";
import "./sessions.css";

const home = "/sessions";

/** Sessions, and a chat that answers from the memory and says from what. */
export default function SessionsPage() {
  const { loci, queries, failed } = useSession();
  const [, route] = useRoute<{ id: string }>(`${home}/:id`);
  const [, navigate] = useLocation();
  const onBegun = useCallback((id: string) => navigate(`${home}/${id}`, { replace: true }), [navigate]);
  const onSettled = useCallback(() => void queries.invalidateQueries({ queryKey: ["sessions"] }), [queries]);
  const chats = useChats({ loci, onBegun, onSettled, onError: failed });
  const id = route?.id;

  return (
    <Page
      title="Chat"
      about={id === undefined ? "Ask in whole conversations. Each reply cites what it was made of." : undefined}
      actions={
        <Button
          component={Link}
          href={`${home}/${newSession}`}
          size="xs"
          variant={id === undefined ? "filled" : "default"}
          leftSection={<MessageSquarePlus size={15} aria-hidden />}
        >
          New session
        </Button>
      }
    >
      <Box className={`chat-split${id === undefined ? "" : " chat-split-open"}`}>
        <Box className="chat-list">
          <SessionList selected={id} />
        </Box>
        <Box className="chat-detail">
          {id === undefined ? (
            <WideOnly />
          ) : (
            <Stack gap="sm">
              <Anchor component={Link} href={home} size="sm" className="chat-back">
                <ArrowLeft size={14} aria-hidden /> All sessions
              </Anchor>
              <Conversation
                id={id}
                exchanges={chats.exchanges[id] ?? []}
                busy={chats.busy}
                onAsk={(question) => void chats.ask(id, question)}
                onStop={chats.stop}
              />
            </Stack>
          )}
        </Box>
      </Box>
    </Page>
  );
}

/** Where there is room beside the list, one begins with a new session. */
function WideOnly() {
  return window.matchMedia("(min-width: 62em)").matches ? <Redirect to={`${home}/${newSession}`} replace /> : null;
}
