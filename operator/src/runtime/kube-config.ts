/**
 * Where the API server is and how the operator shows who it is: a pod's service account, or a kubeconfig with a certificate or a
 * token. @kubernetes/client-node reads more, and loads 80 MB of models with it, most of what the whole operator may take.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";
import { z } from "zod";

export interface KubeConfig {
  readonly server: string;
  readonly ca?: Buffer;
  readonly cert?: Buffer;
  readonly key?: Buffer;
  /** Read for each request: the kubelet replaces a pod's token every hour. */
  readonly token?: () => string;
}

const serviceAccount = "/var/run/secrets/kubernetes.io/serviceaccount";

/** A pod's own. @param host KUBERNETES_SERVICE_HOST @param port KUBERNETES_SERVICE_PORT */
export function inClusterConfig(host: string, port: string, folder = serviceAccount): KubeConfig {
  const address = host.includes(":") ? `[${host}]` : host;
  const token = freshFile(`${folder}/token`);
  return { server: `https://${address}:${port}`, ca: readFileSync(`${folder}/ca.crt`), token };
}

const tokenLifeMs = 60_000;

/** The file's text, read again after a minute. */
function freshFile(file: string, clock = Date.now): () => string {
  let text = "";
  let readAt = -Infinity;
  return () => {
    // Either way: a clock that is set back must not keep a token until it has come so far again.
    if (Math.abs(clock() - readAt) > tokenLifeMs) {
      text = readFileSync(file, "utf8").trim();
      readAt = clock();
    }
    return text;
  };
}

const fields = z.record(z.string(), z.unknown());
const entries = z.array(z.looseObject({ name: z.string() })).nullish();
const kubeconfig = z.object({ "current-context": z.string(), contexts: entries, clusters: entries, users: entries });

/** The current context of a kubeconfig. @throws Error that says what the file lacks */
export function kubeconfigFile(file: string): KubeConfig {
  const read = kubeconfig.safeParse(parse(readFileSync(file, "utf8")));
  if (!read.success) throw new Error(`${file} is no kubeconfig: ${z.prettifyError(read.error)}`);
  const { "current-context": current, contexts, clusters, users } = read.data;
  /** The texts that the file says of something, by its name. */
  const described = (list: typeof contexts, name: string, as: string): ReadonlyMap<string, string> => {
    const found = fields.safeParse(list?.find((one) => one.name === name)?.[as]);
    if (!found.success) throw new Error(`${file} names the ${as} '${name}' and does not describe it`);
    const texts = Object.entries(found.data).filter((entry): entry is [string, string] => typeof entry[1] === "string");
    return new Map(texts);
  };
  const context = described(contexts, current, "context");
  const cluster = described(clusters, context.get("cluster") ?? "", "cluster");
  const user = described(users, context.get("user") ?? "", "user");
  const bytes = (of: ReadonlyMap<string, string>, name: string): Buffer | undefined => {
    const data = of.get(`${name}-data`);
    if (data !== undefined) return Buffer.from(data, "base64");
    const path = of.get(name);
    return path === undefined ? undefined : readFileSync(resolve(dirname(file), path));
  };
  const [ca, cert, key] = [bytes(cluster, "certificate-authority"), bytes(user, "client-certificate"), bytes(user, "client-key")];
  const token = tokenOf(user, dirname(file));
  return {
    server: (cluster.get("server") ?? "").replace(/(?<!\/)\/+$/, ""),
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
    ...(token ? { token } : {}),
  };
}

function tokenOf(user: ReadonlyMap<string, string>, folder: string): (() => string) | undefined {
  const [token, file] = [user.get("token"), user.get("tokenFile")];
  if (token !== undefined) return () => token;
  return file === undefined ? undefined : freshFile(resolve(folder, file));
}
