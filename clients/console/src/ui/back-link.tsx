import { Anchor } from "@mantine/core";
import { ArrowLeft } from "lucide-react";
import { Link } from "wouter";
import "./back-link.css";

interface BackLinkProps {
  readonly href: string;
  readonly children: string;
}

/** From one thing to the list that it is of. */
export function BackLink({ href, children }: BackLinkProps) {
  return (
    <Anchor component={Link} href={href} size="sm" className="back-link">
      <ArrowLeft size={14} aria-hidden /> {children}
    </Anchor>
  );
}
