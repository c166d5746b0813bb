/**
 * What the scripts share: is everything installed, where is the pinned Node, and how a child process is run. Plain JavaScript,
 * as it runs on whatever Node (20 or later) the machine has, before anything is installed.
 */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, constants, tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export const root = join(import.meta.dirname, "..");
const oldestNode = 20;
const pinnedMajor = 24;
/** The workspaces that `npm start` runs, and that its reader calls next. */
const onLaptop = ["services/server", "services/cli"];

const laptopOnly = ["--omit=dev", "--include-workspace-root", ...onLaptop.flatMap((folder) => ["--workspace", folder])];

/** Ends the process with one line on stderr. */
export function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Brings node_modules to what package-lock.json says, if it is not so already. Quick when there is nothing to do.
 * @param toRun what runs Loci on this machine is enough: without what builds and tests it, and without the cluster's rooms
 */
export function ensureInstalled({ toRun = false } = {}) {
  if (Number(process.versions.node.split(".")[0]) < oldestNode) {
    fail(`Loci needs Node ${oldestNode} or later to install itself; this is Node ${process.versions.node}. See https://nodejs.org`);
  }
  if (!isInstalled(toRun)) {
    process.stderr.write("Installing packages (npm ci); the first time this takes a minute or two …\n");
    // Warnings are of packages that want a newer Node than the machine's: they get the pinned one.
    const args = ["ci", "--loglevel=error", "--no-audit", "--no-fund", ...(toRun ? laptopOnly : [])];
    try {
      install(join(root, "node_modules"), () => runNpm(args));
    } catch {
      failed(args);
    }
  }
  if (!pinnedNodeRuns()) {
    process.stderr.write(`Installing Node ${pinnedMajor} (npm rebuild node) …\n`);
    npm("rebuild", "node");
    if (!pinnedNodeRuns()) {
      fail(`The npm package 'node' did not install Node ${pinnedMajor} on ${process.platform}-${process.arch}; see 'npm ci'.`);
    }
  }
}

/** Whether each package of the lock file is there in its version. Times of files say nothing: a checkout changes them. */
function isInstalled(toRun) {
  const installedLock = join(root, "node_modules/.package-lock.json");
  if (!existsSync(installedLock)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, "utf8")).packages;
  const installed = packages(installedLock);
  const locked = packages(join(root, "package-lock.json"));
  const needed = toRun ? neededBy(["", ...onLaptop], locked) : Object.keys(locked);
  return [...needed].every((path) => {
    const wanted = locked[path];
    if (!path.startsWith("node_modules/") || wanted.optional) return true;
    return installed[path] !== undefined && installed[path].version === wanted.version;
  });
}

/** @returns these places of the lock file and all that they depend on, found as Node finds it: from the place itself upwards */
function neededBy(places, locked) {
  const needed = new Set();
  const add = (path) => {
    if (needed.has(path)) return;
    needed.add(path);
    const { link, resolved, dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked[path];
    if (link) return add(resolved);
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...peers]) {
      const found = above(path)
        .map((folder) => `${folder}node_modules/${name}`)
        .find((place) => locked[place] !== undefined);
      if (found !== undefined) add(found);
    }
  };
  for (const place of places) add(place);
  return needed;
}

/** @returns the folder and those above it up to the root, each with a slash at its end */
function above(path) {
  const steps = path === "" ? [] : path.split("/");
  return Array.from({ length: steps.length + 1 }, (_, i) =>
    steps
      .slice(0, steps.length - i)
      .map((step) => `${step}/`)
      .join(""),
  );
}

/**
 * Installs into a folder. What an installation that was killed left there goes first: it may be in the way of the next (ENOTEMPTY). npm itself
 * may outlive whoever started it, and write on for a while: so it is tried a second time there.
 * @param runInstaller installs, and throws where it failed
 */
export function install(modules, runInstaller) {
  if (!existsSync(modules) || existsSync(join(modules, ".package-lock.json"))) return runInstaller();
  const startAnew = () => {
    process.stderr.write("An earlier installation was not finished: removing what it left, and installing anew …\n");
    rmSync(modules, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  startAnew();
  try {
    runInstaller();
  } catch {
    startAnew();
    runInstaller();
  }
}

function runNpm(args) {
  // npm's own output goes to stderr: stdout is for what was asked for.
  execFileSync(process.platform === "win32" ? "npm.cmd" : "npm", args, { cwd: root, stdio: ["ignore", 2, 2] });
}

function npm(...args) {
  try {
    runNpm(args);
  } catch {
    failed(args);
  }
}

function failed(args) {
  fail(`'npm ${args.join(" ")}' failed; its output is above.`);
}

export const pinnedNode = join(root, "node_modules/node/bin", process.platform === "win32" ? "node.exe" : "node");

function pinnedNodeRuns() {
  if (!existsSync(pinnedNode)) return false;
  try {
    return execFileSync(pinnedNode, ["--version"], { encoding: "utf8" }).startsWith(`v${pinnedMajor}.`);
  } catch {
    return false;
  }
}

/** The environment of a child: the pinned Node stands first on the PATH, as in every npm script. */
function childEnvironment(extra) {
  const bin = join(root, "node_modules/.bin");
  return {
    ...process.env,
    PATH: `${bin}${process.platform === "win32" ? ";" : ":"}${process.env.PATH ?? ""}`,
    NODE_NO_WARNINGS: "1",
    ...extra,
  };
}

const passedOn = ["SIGINT", "SIGTERM", "SIGHUP"];
const running = new Set();

// A terminal sends Ctrl-C to the whole group: a child gets it by itself, and this process only has to wait.
function passOn(signal) {
  if (signal === "SIGTERM" || !process.stdin.isTTY) for (const child of running) child.kill(signal);
}

/** The signals are listened to once, however many children run: Node warns of more than ten listeners. */
function tellOfSignals(child) {
  if (running.size === 0) for (const signal of passedOn) process.on(signal, passOn);
  running.add(child);
}

function tellNoMore(child) {
  running.delete(child);
  if (running.size === 0) for (const signal of passedOn) process.off(signal, passOn);
}

/**
 * Runs the pinned Node with these arguments; signals are passed on.
 * @returns the child's exit code (128 + the signal's number where a signal ended it)
 */
export function runNode(args, { env = {}, capture = false } = {}) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
    env: childEnvironment(env),
  });
  const output = [];
  child.stdout?.on("data", (data) => output.push(data));
  child.stderr?.on("data", (data) => output.push(data));
  return new Promise((resolve, reject) => {
    tellOfSignals(child);
    child.once("error", (error) => {
      tellNoMore(child);
      reject(error);
    });
    child.once("close", (code, signal) => {
      tellNoMore(child);
      resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), output: Buffer.concat(output).toString() });
    });
  });
}

/** Tests wait for child processes more than they compute; a worker that has grown (each test file loads all it needs) is replaced. */
const workers = [`--maxWorkers=${availableParallelism() + 1}`, "--workerIdleMemoryLimit=1GB"];

/** Threads and processes that tests start read our files as they are: what Node made of them once it keeps, where our commands keep it too. */
const compiledCache = { NODE_COMPILE_CACHE: join(tmpdir(), "node-compile-cache") };

/** More failures than these are no stalls of a busy machine. */
const mostRunAgain = 5;

/**
 * Runs one of jest's projects and counts. Where LOCI_RUN_AGAIN is set, as on machines that others keep busy, the few files that
 * fail are run once more, alone, and named when they then pass: each name is a test to mend.
 * @returns the numbers of passed and failed tests; a file that does not even load counts as one failure
 */
export async function runJest(project, args, env = {}) {
  const first = await runFiles(project, [...workers, ...args], env);
  const again = first.files.filter((file) => file.failed > 0);
  const alone = process.env.LOCI_RUN_AGAIN && again.length > 0 && again.length <= mostRunAgain;
  if (!alone) return sumOf(first);
  process.stdout.write(`Running ${again.length} failed file(s) once more, alone …\n`);
  const second = await runFiles(project, ["--runInBand", "--runTestsByPath", ...again.map((file) => file.path)], env);
  for (const { path, failed } of second.files) if (failed === 0) process.stdout.write(`FLAKY   ${path}: passed only when alone\n`);
  return sumOf({ ...second, files: [...first.files.filter((file) => file.failed === 0), ...second.files] });
}

/** @returns the paths of the test files of a project that these arguments of jest choose */
export async function listTests(project, args) {
  const { code, output } = await runNode(jest(project, ["--listTests", "--passWithNoTests", ...args]), { capture: true });
  if (code !== 0) fail(output.trim());
  return output.split("\n").filter((line) => line.endsWith(".ts"));
}

/** The paths stand first: what follows --selectProjects is taken for more projects. */
function jest(project, args) {
  const keepCompiled = pathToFileURL(join(root, "scripts/keep-compiled.js")).href;
  return [
    "--experimental-vm-modules",
    "--import",
    keepCompiled,
    "node_modules/jest/bin/jest.js",
    ...args,
    "--selectProjects",
    project,
  ];
}

/** @returns jest's exit code, and each test file with its numbers of passed and failed tests */
async function runFiles(project, args, env) {
  const folder = mkdtempSync(join(tmpdir(), "loci-jest-"));
  const report = join(folder, "report.json");
  try {
    const { code } = await runNode(jest(project, ["--json", `--outputFile=${report}`, ...args]), {
      env: { ...compiledCache, ...env },
    });
    if (!existsSync(report)) return { code, files: [] };
    return { code, files: JSON.parse(readFileSync(report, "utf8")).testResults.map(fileOf) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fileOf({ name, status, assertionResults }) {
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
  const failed = count("failed");
  return { path: name, passed: count("passed"), failed: status === "failed" && failed === 0 ? 1 : failed };
}

function sumOf({ code, files }) {
  const sum = (part) => files.reduce((total, file) => total + file[part], 0);
  const failed = sum("failed");
  return { passed: sum("passed"), failed: code !== 0 && failed === 0 ? 1 : failed };
}

/** Prints the last line and sets the exit code. */
export function conclude({ passed, failed }) {
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed > 0 ? 1 : 0;
}
