import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";

const toolchain = new URL("../../scripts/toolchain.js", import.meta.url).href;

/** Runs a program that has the toolchain's functions. */
async function run(program: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { NODE_NO_WARNINGS: _, ...env } = process.env;
  const text = `import { install, runNode } from ${JSON.stringify(toolchain)}; ${program}`;
  return promisify(execFile)(process.execPath, ["--input-type=module", "--eval", text], { env });
}

it("runs many children at once, and listens to no signal once they have ended", async () => {
  const program = `
    const runs = Array.from({ length: 12 }, () => runNode(["--version"], { capture: true }));
    console.log(process.listenerCount("SIGHUP"));
    const codes = (await Promise.all(runs)).map(({ code }) => code);
    console.log(codes.join(""), process.listenerCount("SIGHUP"));`;
  expect(await run(program)).toEqual({ stdout: "1\n000000000000 0\n", stderr: "" });
});

it("passes a signal on to each child", async () => {
  const program = `
    const runs = [1, 2].map(() => runNode(["--eval", "console.log(1); setInterval(() => undefined, 1000)"], { capture: true }));
    setTimeout(() => process.kill(process.pid, "SIGTERM"), 100);
    console.log((await Promise.all(runs)).map(({ code }) => code).join());`;
  expect((await run(program)).stdout).toBe("143,143\n");
});

/** An installer whose first runs fail, and what `install` says and leaves where one was killed before, or not. */
async function installed(isUnfinished: boolean, failures: number) {
  const folder = await mkdtemp(join(tmpdir(), "loci-install-"));
  const program = `
    const { existsSync, mkdirSync, readdirSync, writeFileSync } = await import("node:fs");
    const modules = ${JSON.stringify(join(folder, "node_modules"))};
    mkdirSync(modules + "/half/way", { recursive: true });
    if (!${isUnfinished}) writeFileSync(modules + "/.package-lock.json", "{}");
    let runs = 0;
    const installer = () => {
      const found = existsSync(modules) ? readdirSync(modules) : [];
      console.log(++runs, JSON.stringify(found));
      mkdirSync(modules + "/written", { recursive: true });
      if (runs <= ${failures}) throw new Error("ENOTEMPTY");
    };
    try { install(modules, installer); } catch { console.log("failed"); }`;
  const said = await run(program);
  await rm(folder, { recursive: true, force: true });
  return { runs: said.stdout.trim().split("\n"), anew: said.stderr.split("installing anew").length - 1 };
}

it("installs anew where an installation was killed, also while what is left of that still writes", async () => {
  expect(await installed(true, 0)).toEqual({ runs: ["1 []"], anew: 1 });
  expect(await installed(true, 1)).toEqual({ runs: ["1 []", "2 []"], anew: 2 });
  expect(await installed(true, 2)).toEqual({ runs: ["1 []", "2 []", "failed"], anew: 2 });
});

it("takes nothing away where the last installation was finished, and does not try again", async () => {
  const found = '["half",".package-lock.json"]';
  const { runs, anew } = await installed(false, 1);
  expect([runs.map((line) => line.replace('[".package-lock.json","half"]', found)), anew]).toEqual([[`1 ${found}`, "failed"], 0]);
});
