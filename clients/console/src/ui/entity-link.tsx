import { Anchor } from "@mantine/core";
import { Link } from "wouter";

/** Where the graph shows an entity, named as `Type/name`. */
export function entityAddress(entity: string): string {
  return `/graph?${new URLSearchParams({ entity }).toString()}`;
}

/** An entity's name, which leads to its place in the graph. */
export function EntityLink({ entity, size = "sm" }: { readonly entity: string; readonly size?: "xs" | "sm" | "md" }) {
  return (
    <Anchor component={Link} href={entityAddress(entity)} size={size}>
      {entity}
    </Anchor>
  );
}
