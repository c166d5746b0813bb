import type { Schemas } from "@loci/client";
import { Alert, Code, List, Stack, Text } from "@mantine/core";
import { countText } from "./quantities.ts";

interface ReceiptProps {
  /** How much it was. */
  readonly title: string;
  /** None where nothing was erased. */
  readonly receipt: Schemas["ErasureReceipt"] | undefined;
}

/** What was erased for good, without saying what it was. */
export function Receipt({ title, receipt }: ReceiptProps) {
  return (
    <Alert color="green" role="status" title={title}>
      {receipt !== undefined && (
        <Stack gap={6}>
          <List size="sm" aria-label="Erased rows">
            {Object.entries(receipt.erased).map(([place, rows]) => (
              <List.Item key={place}>
                {place.replaceAll("_", " ")}: {countText(rows)}
              </List.Item>
            ))}
          </List>
          <Text size="sm">
            Receipt <Code>{receipt.id}</Code>
          </Text>
          <Text size="xs">
            SHA-256 of the erased ids <Code>{receipt.hash}</Code>
          </Text>
          <Text size="xs">{receipt.covers}</Text>
          {receipt.stillHeld.length > 0 && (
            <>
              <Text size="sm">Still held:</Text>
              <List size="sm">
                {receipt.stillHeld.map((where) => (
                  <List.Item key={where}>{where}</List.Item>
                ))}
              </List>
            </>
          )}
        </Stack>
      )}
    </Alert>
  );
}
