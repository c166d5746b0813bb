import { Box, VisuallyHidden } from "@mantine/core";
import type { ReactNode } from "react";

const speakers: Readonly<Record<string, string>> = { user: "You", assistant: "Loci", system: "System", tool: "Tool" };

/** What one side said. */
export function Bubble({ role, children }: { readonly role: string; readonly children: ReactNode }) {
  return (
    <Box className={`bubble bubble-${role === "user" ? "user" : "other"}`}>
      <VisuallyHidden>{speakers[role] ?? role}: </VisuallyHidden>
      {children}
    </Box>
  );
}
