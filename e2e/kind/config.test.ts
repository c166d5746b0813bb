import { describe, expect, it } from "@jest/globals";
import { addressesOf, configOf, entryOf, entryPort } from "./config.ts";

describe("kind's cluster", () => {
  it("opens one port of this machine, to this machine alone, which leads to the entry", () => {
    const port = { containerPort: entryPort, hostPort: 4711, listenAddress: "127.0.0.1", protocol: "TCP" };
    expect(configOf(4711)).toEqual({
      kind: "Cluster",
      apiVersion: "kind.x-k8s.io/v1alpha4",
      nodes: [{ role: "control-plane", extraPortMappings: [port] }],
    });
  });

  it("leads the entry to the pods of a Service", () => {
    const selector = { "app.kubernetes.io/component": "api" };
    const service = { metadata: { name: "loci-api", namespace: "memory" }, spec: { selector, ports: [{ targetPort: "http" }] } };
    expect(entryOf(service)).toMatchObject({
      metadata: { name: "loci-api-entry", namespace: "memory" },
      spec: { type: "NodePort", selector, ports: [{ targetPort: "http", nodePort: entryPort }] },
    });
  });

  it("finds where pods reach this machine, among addresses of both kinds", () => {
    const Config = [{ Subnet: "fc00:f853:ccd:e793::/64" }, { Subnet: "172.18.0.0/16", Gateway: "172.18.0.1" }];
    const found = { machine: "172.18.0.1", clients: "172.18.0.0/16" };
    expect(addressesOf(JSON.stringify([{ IPAM: { Config } }]))).toEqual(found);
    expect(() => addressesOf(JSON.stringify([{ IPAM: { Config: null } }]))).toThrow("no IPv4 gateway");
  });
});
