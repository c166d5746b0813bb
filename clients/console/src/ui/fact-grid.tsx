import type { ReactNode } from "react";
import "./rows.css";

interface FactGridProps {
  /** Rows without a value are left out. */
  readonly facts: readonly (readonly [label: string, value: ReactNode])[];
}

/** What there is to say of one thing, as names and values. */
export function FactGrid({ facts }: FactGridProps) {
  return (
    <dl className="fact-grid">
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
        .map(([label, value]) => [<dt key={`${label}:`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  );
}
