/** A whole Kubernetes on this machine. The suite of the cluster speaks to it alone: which one it is, is chosen where tests are started. */
import { startCluster as startKind } from "../kind/cluster.ts";
import type { ClusterTools } from "./cluster-tools.ts";
import { startCluster as startNode } from "./node.ts";

export interface Cluster extends ClusterTools {
  /** A folder that is gone when it stops. */
  readonly folder: string;
  /** Where pods reach what listens on this machine; that has to listen here. */
  readonly machine: string;
  /** The range of addresses from which pods come there. */
  readonly clients: string;
  /** Gives the nodes what Dockerfile describes, under these names; pods name it with imagePullPolicy Never. */
  provideLoci(names: readonly string[]): Promise<void>;
  /** Where this machine reaches a Service, as an ingress would: http://… */
  entryTo(namespace: string, service: string): Promise<string>;
  stop(): Promise<void>;
  /** What it left on this machine when it stopped: nothing. */
  remains(): Promise<string[]>;
}

/** Ready for pods when it resolves. LOCI_KIND names kind's program where `npm run e2e:kind` runs; else it is the node of parts/node. */
export const startCluster = (): Promise<Cluster> => (process.env["LOCI_KIND"] === undefined ? startNode() : startKind());
