import { Box, Stack } from "@mantine/core";
import type { ReactNode, Ref } from "react";
import { Link } from "wouter";
import { BackLink } from "./back-link.tsx";
import "./split.css";

interface SplitProps {
  /** Whether one of the list is open: where there is no room for both, it alone is shown. */
  readonly isOpen: boolean;
  readonly list: ReactNode;
  /** The way back to the list, where it is not beside. */
  readonly back: { readonly href: string; readonly label: string };
  readonly children: ReactNode;
}

/** A list, and beside it the one of it that is open. */
export function Split({ isOpen, list, back, children }: SplitProps) {
  return (
    <Box className={`split${isOpen ? " split-open" : ""}`}>
      <Stack gap="xs" className="split-list">
        {list}
      </Stack>
      <Stack gap="sm" className="split-detail">
        {isOpen && (
          <div className="split-back">
            <BackLink href={back.href}>{back.label}</BackLink>
          </div>
        )}
        {children}
      </Stack>
    </Box>
  );
}

interface ChoicesProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** The list of a split. */
export function Choices({ label, children }: ChoicesProps) {
  return (
    <Stack component="ul" gap={0} className="plain-list surface choices" aria-label={label}>
      {children}
    </Stack>
  );
}

interface ChoiceProps {
  readonly href: string;
  /** Whether it is the one that is open. */
  readonly isHere: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly children: ReactNode;
}

export function Choice({ href, isHere, ref, children }: ChoiceProps) {
  return (
    <li>
      <Link
        href={href}
        ref={ref ?? null}
        className={`choice${isHere ? " choice-here" : ""}`}
        aria-current={isHere ? "true" : undefined}
      >
        {children}
      </Link>
    </li>
  );
}
