import {
  Badge,
  Button,
  Checkbox,
  Collapse,
  Group,
  Input,
  SegmentedControl,
  SimpleGrid,
  Stack,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Search, SlidersHorizontal } from "lucide-react";
import { useEffect, useState } from "react";
import { TimeField } from "../ui/time-field.tsx";
import { onSubmit } from "../ui/submit.ts";
import { HitCount } from "./hit-count.tsx";
import { chosenOptions, modes, type Mode, type Question } from "./question.ts";

const modeNames: Readonly<Record<Mode, string>> = {
  auto: "Auto",
  hybrid: "Hybrid",
  vector: "Meaning",
  bm25: "Words",
  graph: "Graph",
};

interface QuestionFormProps {
  readonly asked: Question;
  readonly busy: boolean;
  readonly onAsk: (question: Question) => void;
}

/** The question and its options. Options are asked with at once where there is a question already. */
export function QuestionForm({ asked, busy, onAsk }: QuestionFormProps) {
  const [text, setText] = useState(asked.text);
  const [open, { toggle }] = useDisclosure(asked.compareAt !== "");
  const chosen = chosenOptions(asked);
  useEffect(() => setText(asked.text), [asked.text]);

  const submit = onSubmit(() => {
    onAsk({ ...asked, text: text.trim() });
  });
  const change = (changed: Partial<Question>) => onAsk({ ...asked, text: text.trim(), ...changed });

  return (
    <form onSubmit={submit} role="search" aria-label="Recall">
      <Stack gap="sm">
        <Group gap="sm" wrap="nowrap" align="flex-end">
          <TextInput
            flex={1}
            size="md"
            aria-label="Question"
            placeholder="What do you want to know?"
            leftSection={<Search size={18} aria-hidden />}
            value={text}
            maxLength={10_000}
            onChange={(event) => setText(event.currentTarget.value)}
            autoFocus
          />
          <Button type="submit" size="md" loading={busy} disabled={text.trim() === ""}>
            Ask
          </Button>
        </Group>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          style={{ alignSelf: "flex-start" }}
          leftSection={<SlidersHorizontal size={14} aria-hidden />}
          rightSection={chosen > 0 && <Badge circle>{chosen}</Badge>}
          aria-expanded={open}
          aria-controls="recall-options"
          onClick={toggle}
        >
          Options
        </Button>
        <Collapse expanded={open} id="recall-options">
          <Options asked={asked} onChange={change} />
        </Collapse>
      </Stack>
    </form>
  );
}

interface OptionsProps {
  readonly asked: Question;
  readonly onChange: (changed: Partial<Question>) => void;
}

function Options({ asked, onChange }: OptionsProps) {
  return (
    <Stack className="surface" p="md" gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="md">
        <Input.Wrapper label="Mode" labelElement="div" id="recall-mode">
          <SegmentedControl
            fullWidth
            size="xs"
            // As high as the fields beside it.
            styles={{ label: { paddingBlock: 5 } }}
            aria-label="Mode"
            data={modes.map((value) => ({ value, label: modeNames[value] }))}
            value={asked.mode}
            onChange={(value) => onChange({ mode: modes.find((mode) => mode === value) ?? "auto" })}
          />
        </Input.Wrapper>
        <TagsInput
          label="Scopes (any of)"
          placeholder={asked.scopes.length === 0 ? "all that the key may read" : ""}
          value={[...asked.scopes]}
          onChange={(scopes) => onChange({ scopes })}
        />
        <TagsInput
          label="Labels"
          placeholder={asked.labels.length === 0 ? "any" : ""}
          value={[...asked.labels]}
          onChange={(labels) => onChange({ labels })}
        />
        <TimeField label="As of" value={asked.asOf} onChange={(asOf) => onChange({ asOf })} />
        <TimeField label="Compare with" value={asked.compareAt} onChange={(compareAt) => onChange({ compareAt })} />
        <Group gap="md" align="flex-end">
          <HitCount value={asked.k} onChange={(k) => onChange({ k })} />
          <Group gap="sm" pb={8}>
            <Checkbox
              label="Facts"
              checked={asked.facts}
              onChange={({ currentTarget }) =>
                onChange({ facts: currentTarget.checked, passages: asked.passages || !currentTarget.checked })
              }
            />
            <Checkbox
              label="Passages"
              checked={asked.passages}
              onChange={({ currentTarget }) =>
                onChange({ passages: currentTarget.checked, facts: asked.facts || !currentTarget.checked })
              }
            />
          </Group>
        </Group>
      </SimpleGrid>
    </Stack>
  );
}
