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
          <Places title="Still held" places={receipt.stillHeld} />
          <Places title="Follows within minutes" places={receipt.follows} />
          <Places title="Beyond the reach of Loci" places={receipt.beyondReach} />
        </Stack>
      )}
    </Alert>
  );
}

function Places({ title, places }: { readonly title: string; readonly places: readonly string[] }) {
  if (places.length === 0) return null;
  return (
    <>
      <Text size="sm">{title}:</Text>
      <List size="sm" aria-label={title}>
        {places.map((where) => (
          <List.Item key={where}>{where}</List.Item>
        ))}
      </List>
    </>
  );
}
