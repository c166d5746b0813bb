import { expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import { whileThere } from "./while-there.ts";

/** As many messages as there are answers of auth, each so many milliseconds after the one before. @returns how many were passed on */
async function passedOn(answers: readonly ("there" | "unavailable" | "unauthenticated")[], everyMs: number): Promise<number> {
  let now = 1_000_000;
  let passed = 0;
  const left = [...answers];
  const stillThere = async () => {
    const answer = left.shift();
    if (answer === "unavailable" || answer === "unauthenticated") throw new LociError(answer, "No.");
    return serviceCall("acme", "trace:1", now + 60_000);
  };
  async function* messages() {
    for (const answer of answers) {
      now += everyMs;
      yield answer;
    }
  }
  const there = whileThere(stillThere, () => now);
  // In two parts, as a file's access and its records are.
  const all = messages();
  for await (const _message of there(firstHalf(all, answers.length / 2))) passed += 1;
  for await (const _message of there(all)) passed += 1;
  return passed;
}

it("a transfer goes on while auth is away for a moment", async () => {
  expect(await passedOn(["there", "unavailable", "unavailable", "there"], 20_000)).toBe(4);
});

it("a transfer ends where nobody has known for a minute whether its context is there", async () => {
  await expect(passedOn(["there", ...Array<"unavailable">(4).fill("unavailable")], 20_000)).rejects.toMatchObject({
    code: "unavailable",
  });
});

it("a transfer does not begin where nobody knows whether its context is there still", async () => {
  await expect(passedOn(["unavailable", "there"], 0)).rejects.toMatchObject({ code: "unavailable" });
});

it("a transfer ends at once where its context is gone", async () => {
  await expect(passedOn(["there", "unauthenticated"], 2_000)).rejects.toMatchObject({ code: "unauthenticated" });
});

async function* firstHalf<T>(all: AsyncGenerator<T>, count: number): AsyncGenerator<T> {
  for (let left = Math.floor(count); left > 0; left--) {
    const { value, done } = await all.next();
    if (done === true) return;
    yield value;
  }
}
