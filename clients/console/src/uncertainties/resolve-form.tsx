import { Button, Group, Kbd, Radio, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Problem } from "../ui/problem.tsx";
import { onSubmit } from "../ui/submit.ts";
import { asksWhetherSame, type Uncertainty } from "./filter.ts";
import { resolutionOf, type Choice } from "./resolution.ts";

interface ResolveFormProps {
  readonly one: Uncertainty;
  readonly onResolved: (resolved: Uncertainty) => void;
}

/** Settles an uncertainty: what stands, and why. The sides' numbers choose too. */
export function ResolveForm({ one, onResolved }: ResolveFormProps) {
  const { loci } = useSession();
  const [choice, setChoice] = useState<Choice>("");
  const [other, setOther] = useState("");
  const [reason, setReason] = useState("");
  const body = resolutionOf(one, choice, other, reason);
  const resolve = useMutation({
    mutationFn: (asked: NonNullable<typeof body>) =>
      loci.call("resolveUncertainty", { path: { uncertaintyId: one.id }, body: asked }),
    onSuccess: onResolved,
  });
  const sides = one.candidates.flatMap(({ id, value, object }) => (id === undefined ? [] : [{ id, value: value ?? object ?? id }]));
  const isPair = asksWhetherSame(one);
  useHotkeys(isPair ? [] : sides.slice(0, 9).map(({ id }, i) => [String(i + 1), () => setChoice(`candidate:${id}`)]));

  const submit = onSubmit(() => {
    if (body !== undefined) resolve.mutate(body);
  });

  return (
    <form onSubmit={submit} className="surface resolve" aria-labelledby="resolve">
      <Stack gap="md" p="md">
        <Title order={2} id="resolve">
          Resolve it
        </Title>
        <Radio.Group label={isPair ? one.question : "What is right?"} value={choice} onChange={setChoice}>
          <Stack gap={8} mt={6}>
            {isPair ? (
              <>
                <Radio value="same" label="Yes, they are the same" />
                <Radio value="different" label="No, they are two" />
              </>
            ) : (
              <>
                {sides.map(({ id, value }, i) => (
                  <Radio
                    key={id}
                    value={`candidate:${id}`}
                    label={
                      <>
                        {value} <Kbd size="xs">{i + 1}</Kbd>
                      </>
                    }
                  />
                ))}
                <Radio value="all" label="All of them stand beside each other" />
                <Radio value="other" label="Something else" />
                {choice === "other" && (
                  <TextInput
                    ml={30}
                    aria-label="What is right instead"
                    placeholder="The right value"
                    value={other}
                    onChange={(event) => setOther(event.currentTarget.value)}
                    autoFocus
                  />
                )}
                <Radio value="none" label="None of them" />
              </>
            )}
          </Stack>
        </Radio.Group>
        <Textarea
          label="Reason"
          description="It is kept with the decision."
          autosize
          minRows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {resolve.isError && <Problem error={resolve.error} />}
        <Group gap="md">
          <Button
            type="submit"
            disabled={body === undefined}
            loading={resolve.isPending}
            leftSection={<Check size={16} aria-hidden />}
          >
            Resolve
          </Button>
          <Text size="xs" c="dimmed">
            {isPair
              ? "Nothing is moved: a merge can be undone, and those that are two are not asked about again."
              : "Nothing is deleted: what was not chosen ends, and stays in the history."}
          </Text>
        </Group>
      </Stack>
    </form>
  );
}
