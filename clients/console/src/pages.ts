import { CircleHelp, Search, Waypoints, type LucideIcon } from "lucide-react";
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
  { path: "/graph", title: "Graph", group: "Know", icon: Waypoints, load: () => import("./graph/page.tsx") },
  {
    path: "/uncertainties",
    title: "Uncertainties",
    group: "Know",
    icon: CircleHelp,
    load: () => import("./uncertainties/page.tsx"),
  },
];
