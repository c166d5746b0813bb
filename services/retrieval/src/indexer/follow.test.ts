import { describe, expect, it } from "@jest/globals";
import { follow, waitAfter } from "./follow.ts";

const pauses = { idle: 1, busy: 1 };

/** Follows until there were so many looks, of which the first ones fail. */
async function followFor(looks: number, failing = 0) {
  const seen = { looks: 0, failures: 0 };
  const following = await new Promise<ReturnType<typeof follow>>((resolve) => {
    const made = follow(
      {
        async look() {
          seen.looks++;
          if (seen.looks === looks) resolve(made);
          if (seen.looks <= failing) throw new Error("away");
          return true;
        },
        onFailure: () => void seen.failures++,
        elapsed: () => 0,
      },
      pauses,
    );
  });
  return { seen, following };
}

describe("following the feed", () => {
  it("goes on after a look that failed, and says so", async () => {
    const { seen, following } = await followFor(4, 2);
    await following.close();
    expect(seen.failures).toBe(2);
  });

  it("looks no more once it is closed", async () => {
    const { seen, following } = await followFor(2);
    await following.close();
    const { looks } = seen;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(seen.looks).toBe(looks);
  });
});

describe("the pause after a look", () => {
  it("is short where something was found, and long in proportion where looking takes long", () => {
    const of = (hasFound: boolean, tookMs: number) => waitAfter({ idle: 300, busy: 100 }, hasFound, tookMs);
    expect([of(false, 2), of(true, 2), of(false, 100), of(true, 100)]).toEqual([300, 100, 900, 900]);
  });
});
