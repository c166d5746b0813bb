/** What kind is told: one node, and one of its ports on this machine. */

/** Of the node: what a Service of type NodePort may ask for. */
export const entryPort = 30_080;

/** @param port of this machine, on which the entry is reached */
export const configOf = (port: number): object => ({
  kind: "Cluster",
  apiVersion: "kind.x-k8s.io/v1alpha4",
  nodes: [
    {
      role: "control-plane",
      extraPortMappings: [{ containerPort: entryPort, hostPort: port, listenAddress: "127.0.0.1", protocol: "TCP" }],
    },
  ],
});

/** A Service that leads from that port to the pods of another. */
export const entryOf = (service: {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly selector: object; readonly ports: readonly { readonly targetPort: number | string }[] };
}): object => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: `${service.metadata.name}-entry`, namespace: service.metadata.namespace },
  spec: {
    type: "NodePort",
    selector: service.spec.selector,
    ports: [{ port: 80, targetPort: service.spec.ports[0]?.targetPort, nodePort: entryPort }],
  },
});

/** Of what `docker network inspect` prints: the range of its addresses that are IPv4, and this machine's own among them. */
export function addressesOf(inspected: string): { readonly machine: string; readonly clients: string } {
  const [network] = JSON.parse(inspected) as { IPAM: { Config: { Subnet: string; Gateway?: string }[] | null } }[];
  const found = network?.IPAM.Config?.find(({ Subnet, Gateway }) => Subnet.includes(".") && Gateway !== undefined);
  if (found?.Gateway === undefined) throw new Error(`Docker's network of kind has no IPv4 gateway: ${inspected}`);
  return { machine: found.Gateway, clients: found.Subnet };
}
