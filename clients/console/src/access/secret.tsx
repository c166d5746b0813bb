import { Alert, Button, CopyButton, Group, Stack, Text, TextInput } from "@mantine/core";
import { Check, Copy } from "lucide-react";
import { minuteText } from "../ui/time-text.ts";
import type { MintedKey } from "./key-door.ts";

interface SecretProps {
  readonly minted: MintedKey;
  readonly onClose: () => void;
}

/** The one time that a key's secret is to be seen. */
export function Secret({ minted, onClose }: SecretProps) {
  return (
    <Stack gap="md">
      <Alert color="orange" title="Copy the key now" role="status">
        It is shown this once. Loci keeps no copy of it.
      </Alert>
      <TextInput
        label={`Key ${minted.name}`}
        readOnly
        classNames={{ input: "secret" }}
        value={minted.key}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      {minted.validUntil !== null && (
        <Text size="xs" c="dimmed">
          Valid until {minuteText(new Date(minted.validUntil))}.
        </Text>
      )}
      <Group justify="flex-end">
        <CopyButton value={minted.key}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
            >
              {copied ? "Copied" : "Copy"}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
