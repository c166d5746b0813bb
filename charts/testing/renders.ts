/** The chart, rendered by Helm with each of its sets of values. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClusterTools, type ClusterTools } from "@loci/e2e/parts/cluster-tools";
import { chartWith, manifestsOf, type Manifest } from "./manifests.ts";

export const valueSets = ["default", "minimal", "external", "everything", "demo"] as const;
/** Where it is rendered for. */
export const namespace = "memory";

export interface Renders {
  /** Temporary; of the tools too. */
  readonly folder: string;
  readonly tools: ClusterTools;
  /** All objects of a set of values. */
  of(set: string): readonly Manifest[];
  /** Those of one kind. */
  kind(set: string, name: string): readonly Manifest[];
  /** Removes the folder. */
  close(): Promise<void>;
}

export async function renderChart(): Promise<Renders> {
  const folder = await mkdtemp(join(tmpdir(), "loci-chart-"));
  const tools = createClusterTools(folder);
  const rendered = new Map<string, readonly Manifest[]>();
  for (const set of valueSets) {
    rendered.set(set, manifestsOf(await tools.helm(["template", "loci", ...chartWith(set), "--namespace", namespace])));
  }
  const of = (set: string): readonly Manifest[] => rendered.get(set) ?? [];
  return {
    folder,
    tools,
    of,
    kind: (set, name) => of(set).filter((each) => each.kind === name),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}
