import { describe, expect, it } from "@jest/globals";
import { LociError } from "@loci/kernel";
import { serviceCall } from "../call/index.ts";
import { atOnce, beginIn, type Contexts } from "./index.ts";

const now = 1_000_000;
const hour = 3_600_000;
const call = serviceCall("", "trace:1", now + hour);

/** Auth, which knows a context as made at one time after the other; "" where it was deleted. */
function contextMadeAt(...times: string[]): Contexts {
  return {
    async getContext({ contextId: id }) {
      const createdAt = times.shift() ?? "";
      if (createdAt === "") throw new LociError("not_found", "There is no such context.");
      return { ...{ id, displayName: id, configJson: "", policyJson: "", owner: "" }, createdAt };
    },
  };
}

describe("a call that may outlast its context", () => {
  it("goes on while that is the same, and ends before anything of it can have been purged", async () => {
    let moment = now;
    const stillThere = await beginIn("acme", contextMadeAt("monday", "monday", "monday"), call, () => moment);
    const writing = await stillThere();
    expect(writing.deadline).toBe(now + 60_000);
    // Within one process nobody else ends what is late.
    expect(writing.signal).not.toBe(call.signal);
    moment += hour - 1_000;
    expect((await stillThere()).deadline).toBe(call.deadline);
  });

  it.each([
    ["was deleted", ["monday"]],
    ["was made again under its id", ["monday", "tuesday"]],
  ])("is refused once that %s", async (_what, times) => {
    const stillThere = await beginIn("acme", contextMadeAt(...times), call, () => now);
    await expect(stillThere()).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("does not begin where that is gone", async () => {
    await expect(beginIn("acme", contextMadeAt(), call, () => now)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  it("has the time of any other request for what it writes at its beginning", () => {
    expect(atOnce(call, now).deadline).toBe(now + 60_000);
  });
});
