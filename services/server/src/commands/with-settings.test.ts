import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { Command } from "commander";
import { settings } from "../config.ts";
import { createProgram } from "../main.ts";
import { roleSettings } from "../roles.ts";
import { withRoleSettings } from "./with-settings.ts";

afterEach(() => void jest.restoreAllMocks());

async function given(...args: string[]): Promise<{ noted: string; flags: unknown }> {
  const noted: string[] = [];
  jest.spyOn(process.stderr, "write").mockImplementation((text) => noted.push(String(text)) > 0);
  let flags: unknown;
  const program = new Command("loci-server").exitOverride();
  withRoleSettings(program.command("worker"), roleSettings.worker).action((read: unknown) => void (flags = read));
  await program.parseAsync(["worker", ...args], { from: "user" });
  return { noted: noted.join(""), flags };
}

describe("a role's flags", () => {
  it("that it does not need are taken, and said in one line to do nothing", async () => {
    const { noted, flags } = await given("--bind-address", "0.0.0.0:9090", "--log-level=warn", "--max-query-k", "9");
    expect(noted).toBe("loci-server: worker does not need --bind-address, --max-query-k: ignored.\n");
    expect(flags).toMatchObject({ logLevel: "warn" });
    expect((await given("--log-level", "warn")).noted).toBe("");
  });

  it("that nobody knows are refused", async () => {
    await expect(given("--bind-adress", "x")).rejects.toMatchObject({ code: "commander.unknownOption" });
  });

  it("are the same for every role", () => {
    const program = createProgram();
    const all = Object.values(settings).map(({ flag }) => flag.split(" ")[0]);
    for (const name of ["api", "worker", "scheduler", "management", "bootstrap", "dev start", "auth start", "graph start"]) {
      const command = name.split(" ").reduce((at, word) => at.commands.find((one) => one.name() === word) ?? at, program);
      const taken = command.options.map(({ long }) => long);
      expect([name, all.filter((flag) => !taken.includes(flag))]).toEqual([name, []]);
    }
  });
});
