import {
  Activity,
  CircleHelp,
  FileText,
  KeyRound,
  MessagesSquare,
  ScrollText,
  Search,
  Waypoints,
  type LucideIcon,
} from "lucide-react";
import type { ComponentType } from "react";

/** One page: it is loaded when it is first visited. */
export interface PageRow {
  /** Below /console/<context>; what stands below it is the page's own. */
  readonly path: `/${string}`;
  readonly title: string;
  readonly group: "Ask" | "Know" | "Operate";
  readonly icon: LucideIcon;
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** The pages, in the order of the navigation. */
export const pages: readonly PageRow[] = [
  { path: "/recall", title: "Recall", group: "Ask", icon: Search, load: () => import("./recall/page.tsx") },
  { path: "/sessions", title: "Chat", group: "Ask", icon: MessagesSquare, load: () => import("./sessions/page.tsx") },
  { path: "/graph", title: "Graph", group: "Know", icon: Waypoints, load: () => import("./graph/page.tsx") },
  {
    path: "/uncertainties",
    title: "Uncertainties",
    group: "Know",
    icon: CircleHelp,
    load: () => import("./uncertainties/page.tsx"),
  },
  { path: "/documents", title: "Documents", group: "Know", icon: FileText, load: () => import("./documents/page.tsx") },
  { path: "/traces", title: "Traces", group: "Operate", icon: Activity, load: () => import("./traces/page.tsx") },
  { path: "/access", title: "Access", group: "Operate", icon: KeyRound, load: () => import("./access/page.tsx") },
  { path: "/audit", title: "Audit", group: "Operate", icon: ScrollText, load: () => import("./audit/page.tsx") },
];
