import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "@jest/globals";

const toolchain = new URL("../../scripts/toolchain.js", import.meta.url).href;

/** Runs a program that has the toolchain's functions. */
async function run(program: string): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const { NODE_NO_WARNINGS: _, ...env } = process.env;
  const text = `import { runNode } from ${JSON.stringify(toolchain)}; ${program}`;
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
