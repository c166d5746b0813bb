import { NumberInput } from "@mantine/core";
import { useState } from "react";
import { mostHits } from "./question.ts";

interface HitCountProps {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** How many hits one wants. While one types, the field may hold what is no such number; it has the last one again when it is left. */
export function HitCount({ value, onChange }: HitCountProps) {
  const [typed, setTyped] = useState<number | string>();
  return (
    <NumberInput
      label="Hits"
      w={84}
      size="sm"
      min={1}
      max={mostHits}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      value={typed ?? value}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === "number" && next >= 1 && next <= mostHits && next !== value) onChange(next);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
