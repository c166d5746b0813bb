import { ActionIcon, Group, Textarea } from "@mantine/core";
import { ArrowUp, Square } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { onSubmit } from "../ui/submit.ts";

interface ComposerProps {
  readonly busy: boolean;
  readonly onAsk: (question: string) => void;
  readonly onStop: () => void;
}

/** Where one writes. While a reply comes, its button stops it. */
export function Composer({ busy, onAsk, onStop }: ComposerProps) {
  const [text, setText] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // A phone would cover half of the conversation with its keyboard.
    if (window.matchMedia("(min-width: 62em)").matches) field.current?.focus({ preventScroll: true });
  }, []);
  const ask = () => {
    if (busy || text.trim() === "") return;
    onAsk(text.trim());
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    ask();
  };
  return (
    <form onSubmit={onSubmit(ask)} aria-label="Chat">
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <Textarea
          ref={field}
          flex={1}
          size="md"
          autosize
          minRows={1}
          maxRows={8}
          maxLength={20_000}
          aria-label="Message"
          placeholder="Ask, or tell something"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {busy ? (
          <ActionIcon size={42} variant="default" aria-label="Stop" onClick={onStop}>
            <Square size={16} fill="currentColor" aria-hidden />
          </ActionIcon>
        ) : (
          <ActionIcon size={42} type="submit" aria-label="Send" disabled={text.trim() === ""}>
            <ArrowUp size={20} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </form>
  );
}
