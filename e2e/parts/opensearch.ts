/** Starts a real OpenSearch for a test, on a port and in a folder of its own, and removes it afterwards. */
import { spawn, type ChildProcess } from "node:child_process";
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./postgres.ts";

export interface TestOpenSearch {
  readonly url: string;
  /** Ends the server as a crash does; what it had acknowledged stays on disk. */
  kill(): Promise<void>;
  /** Starts it again with the same data, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** OpenSearch refuses to run as root: as root it runs as the user nobody, which every Linux has. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
const oldestJava = 21;
/** On a busy machine a start takes many times the usual ten seconds. */
const startsWithinMs = 280_000;

/** @param address of this machine, where it listens; LOCI_OPENSEARCH is the unpacked server with its plugins */
export async function startOpenSearch({ heap = "512m", address = "127.0.0.1" } = {}): Promise<TestOpenSearch> {
  const home = process.env["LOCI_OPENSEARCH"];
  if (home === undefined) throw new Error("LOCI_OPENSEARCH does not say where OpenSearch is: run this by 'npm run e2e'");
  const java = await findJava();
  const folder = await mkdtemp(join(tmpdir(), "loci-opensearch-"));
  const port = await freePort();
  await configure(home, folder);
  const url = `http://${address}:${port}`;
  let server: ChildProcess | undefined;

  const start = async () => {
    server = spawn(java, options({ home, folder, heap, address, port, transportPort: await freePort() }), {
      ...user,
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", HOME: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    await untilReady(server, url);
  };
  const end = async (signal: NodeJS.Signals) => {
    const running = server;
    server = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill(signal);
    await ended;
  };
  const stop = async () => {
    await end("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, start, kill: () => end("SIGKILL"), stop };
}

async function configure(home: string, folder: string): Promise<void> {
  const folders = ["config", "data", "logs", "tmp"].map((name) => join(folder, name));
  for (const each of folders) await mkdir(each);
  await cp(join(home, "config", "log4j2.properties"), join(folder, "config", "log4j2.properties"));
  await writeFile(join(folder, "config", "opensearch.yml"), "");
  if (user.uid !== undefined) for (const each of [folder, ...folders]) await chown(each, user.uid, user.gid);
}

interface Start {
  readonly home: string;
  readonly folder: string;
  readonly heap: string;
  readonly address: string;
  readonly port: number;
  readonly transportPort: number;
}

function options({ home, folder, heap, address, port, transportPort }: Start): string[] {
  const settings = {
    "cluster.name": "loci-test",
    "discovery.type": "single-node",
    "network.host": address,
    "http.port": port,
    "transport.port": transportPort,
    "path.data": join(folder, "data"),
    "path.logs": join(folder, "logs"),
    // A test machine's disk is as full as it is.
    "cluster.routing.allocation.disk.threshold_enabled": false,
  };
  return [
    ...[`-Xms${heap}`, `-Xmx${heap}`, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=4"],
    `-javaagent:${join(home, "agent", "opensearch-agent.jar")}`,
    ...["--add-modules=jdk.incubator.vector", "--enable-native-access=ALL-UNNAMED"],
    ...["-Dfile.encoding=UTF-8", "-Djava.awt.headless=true", "-Djna.nosys=true", "-Dio.netty.noUnsafe=true"],
    ...["-Dlog4j.shutdownHookEnabled=false", "-Dlog4j2.disable.jmx=true", `-Djava.io.tmpdir=${join(folder, "tmp")}`],
    ...[`-Dopensearch.path.home=${home}`, `-Dopensearch.path.conf=${join(folder, "config")}`],
    ...["-Dopensearch.distribution.type=zip", "-Dopensearch.bundled_jdk=false"],
    ...["-cp", join(home, "lib", "*"), "org.opensearch.bootstrap.OpenSearch"],
    ...Object.entries(settings).map(([name, value]) => `-E${name}=${String(value)}`),
  ];
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let log = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (log = (log + text).slice(-20_000)));
  }
  let failure: Error | undefined;
  server.once("error", (error) => (failure = error));
  const until = Date.now() + startsWithinMs;
  for (;;) {
    if (failure) throw failure;
    if (server.exitCode !== null || Date.now() > until) throw new Error(`OpenSearch did not start:\n${log}`);
    const isUp = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=5s`).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await pause(200);
  }
}

/** The newest Java that is installed where Java is usually installed; the first on the PATH is often too old. */
async function findJava(): Promise<string> {
  const homes = [
    process.env["JAVA_HOME"] ?? "",
    ...(await list("/usr/lib/jvm")),
    ...(await list("/Library/Java/JavaVirtualMachines")),
  ];
  const found: { home: string; version: number }[] = [];
  for (const home of homes.flatMap((each) => (each === "" ? [] : [each, join(each, "Contents", "Home")]))) {
    const release = await readFile(join(home, "release"), "utf8").catch(() => "");
    const version = Number(/^JAVA_VERSION="(\d+)/m.exec(release)?.[1] ?? 0);
    if (version >= oldestJava) found.push({ home, version });
  }
  const [best] = found.sort((a, b) => b.version - a.version);
  if (best === undefined) throw new Error(`OpenSearch needs Java ${oldestJava} or later: install one, or set JAVA_HOME`);
  return join(best.home, "bin", "java");
}

async function list(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name));
}
