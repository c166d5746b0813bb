import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { readSettings } from "./config.ts";

const folder = mkdtempSync(join(tmpdir(), "loci-operator-config-"));
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const kubeconfig = (user: object, cluster: object = { server: "https://k8s.example/" }) =>
  JSON.stringify({
    clusters: [{ name: "c", cluster }],
    users: [{ name: "u", user }],
    contexts: [{ name: "x", context: { cluster: "c", user: "u" } }],
    "current-context": "x",
  });
const enough = {
  OPERATOR_LOCI_URL: "http://loci:9090/",
  OPERATOR_MANAGEMENT_KEY: "loci_mk_x",
  KUBECONFIG: file("plain", kubeconfig({ token: "t" })),
};

describe("the operator's settings", () => {
  it("have defaults for all but where Loci is and what opens it", () => {
    const { kube, ...settings } = readSettings({ ...enough, POD_NAME: "pod", OPERATOR_NAMESPACES: "" });
    expect(settings).toMatchObject({
      ...{ lociUrl: "http://loci:9090", publicUrl: "http://loci:9090", namespaces: [], pollMs: 300_000 },
      ...{
        leaseNamespace: "default",
        leaseName: "loci-operator",
        probes: { host: "0.0.0.0", port: 9100 },
        clusterName: "default",
      },
    });
    expect([kube.server, kube.token?.()]).toEqual(["https://k8s.example", "t"]);
    for (const name of Object.keys(enough)) expect(() => readSettings({ ...enough, [name]: "" })).toThrow(name);
  });

  it("are refused by name where they are wrong", () => {
    for (const wrong of [
      { OPERATOR_POLL_SECONDS: "soon" },
      { OPERATOR_LOCI_URL: "loci" },
      { OPERATOR_CLUSTER_NAME: "A B" },
      { OPERATOR_LEASE_NAME: "a/b" },
    ]) {
      expect(() => readSettings({ ...enough, ...wrong })).toThrow(Object.keys(wrong)[0]);
    }
  });

  it("take the management key from a file too", () => {
    const { OPERATOR_MANAGEMENT_KEY: _key, ...rest } = enough;
    expect(readSettings({ ...rest, OPERATOR_MANAGEMENT_KEY_FILE: file("key", "loci_mk_y\n") }).managementKey).toBe("loci_mk_y");
  });

  it("read a kubeconfig with certificates, in it or beside it", () => {
    file("ca.crt", "CA");
    const data = Buffer.from("CERT").toString("base64");
    const user = { "client-certificate-data": data, "client-key-data": Buffer.from("KEY").toString("base64") };
    const cluster = { server: "https://k8s.example:6443", "certificate-authority": "ca.crt" };
    const { kube } = readSettings({ ...enough, KUBECONFIG: file("certificates", kubeconfig(user, cluster)) });
    expect([kube.ca, kube.cert, kube.key].map((bytes) => bytes?.toString())).toEqual(["CA", "CERT", "KEY"]);
    expect(() => readSettings({ ...enough, KUBECONFIG: file("broken", "current-context: x\n") })).toThrow("does not describe");
  });
});
