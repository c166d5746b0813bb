/** Starts Temporal's development server for a test, in memory, on ports of its own. Its program is named by LOCI_TEMPORAL. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "./postgres.ts";

const run = promisify(execFile);

export interface TestTemporal {
  /** host:port */
  readonly address: string;
  readonly pid: number;
  /** Asks it by its own command line, such as `workflow list`; gives what that prints, as JSON. */
  ask(...args: readonly string[]): Promise<string>;
  stop(): Promise<void>;
}

const loopback = "127.0.0.1";
const startMs = 240_000;
/** What workflows/README.md asks of a server, so that contexts take turns. */
const settings = [
  "matching.enableFairness=true",
  "matching.numTaskqueueReadPartitions=1",
  "matching.numTaskqueueWritePartitions=1",
];

/** @param port for one that is started again where clients expect it; @param databaseFile keeps what it knows over a restart */
export async function startTemporal({ port = 0, databaseFile = "" } = {}): Promise<TestTemporal> {
  const program = process.env["LOCI_TEMPORAL"];
  if (program === undefined) throw new Error("LOCI_TEMPORAL names no program; npm run e2e sets it.");
  const [grpc, http, metrics] = await Promise.all([port === 0 ? freePort() : port, freePort(), freePort()]);
  const ports = ["--port", grpc, "--http-port", http, "--metrics-port", metrics].map(String);
  const server = spawn(
    program,
    [
      ...["server", "start-dev", "--headless", "--ip", loopback, ...ports, "--log-level", "error"],
      ...settings.flatMap((setting) => ["--dynamic-config-value", setting]),
      ...(databaseFile === "" ? [] : ["--db-filename", databaseFile]),
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let said = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2_000)));
  try {
    await untilAnswers(`http://${loopback}:${http}/api/v1/namespaces/default`, () => server.exitCode !== null);
  } catch (thrown) {
    server.kill("SIGKILL");
    throw new Error(`Temporal's development server did not start:\n${said}`, { cause: thrown });
  }
  return {
    address: `${loopback}:${grpc}`,
    pid: server.pid ?? 0,
    ask: async (...args) =>
      (await run(program, [...args, "--address", `${loopback}:${grpc}`, "--output", "json"], { maxBuffer: 1 << 26 })).stdout,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

async function untilAnswers(url: string, ended: () => boolean): Promise<void> {
  for (const end = Date.now() + startMs; ;) {
    const answered = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answered) return;
    if (ended() || Date.now() > end) throw new Error(`no answer from ${url}`);
    await sleep(50);
  }
}

/** A line to a server that can be cut for ever: what is behind it is then dead to the server, and the server to it. */
export interface Line {
  /** host:port */
  readonly address: string;
  readonly cut: () => void;
}

/** @param address of this machine, where the line begins: the server itself works on 127.0.0.1 only */
export async function openLine(to: string, address = loopback): Promise<Line> {
  const port = Number(to.split(":").at(-1));
  const sockets = new Set<Socket>();
  const line = createServer((near) => {
    const far = connect({ host: loopback, port });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once("close", () => sockets.delete(socket));
      // A socket that fails is closed next.
      socket.on("error", () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => line.listen(0, address, resolve));
  const listening = line.address();
  if (typeof listening !== "object" || listening === null) throw new Error("no port");
  return {
    address: `${address}:${listening.port}`,
    cut() {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
