import { Button } from "@mantine/core";
import { MessageSquarePlus } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Link, Redirect, useLocation, useRoute } from "wouter";
import { useSession } from "../session/session.tsx";
import { Page } from "../ui/page.tsx";
import { Split } from "../ui/split.tsx";
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
  const id = route?.id;
  const shown = useRef(id);
  useEffect(() => {
    shown.current = id;
  }, [id]);
  // Who has gone to another session meanwhile stays there.
  const onBegun = useCallback(
    (begun: string) => shown.current === newSession && navigate(`${home}/${begun}`, { replace: true }),
    [navigate],
  );
  const onSettled = useCallback(() => void queries.invalidateQueries({ queryKey: ["sessions"] }), [queries]);
  const chats = useChats({ loci, onBegun, onSettled, onError: failed });

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
      <Split isOpen={id !== undefined} back={{ href: home, label: "All sessions" }} list={<SessionList selected={id} />}>
        {id === undefined ? (
          <WideOnly />
        ) : (
          <Conversation
            id={id}
            visit={chats.visit}
            exchanges={chats.exchanges.get(id) ?? []}
            busy={chats.busy}
            onAsk={(question) => void chats.ask(id, question)}
            onStop={chats.stop}
          />
        )}
      </Split>
    </Page>
  );
}

/** Where there is room beside the list, one begins with a new session. */
function WideOnly() {
  return window.matchMedia("(min-width: 62em)").matches ? <Redirect to={`${home}/${newSession}`} replace /> : null;
}
