import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

describe("what somebody is", () => {
  it.each([
    ["I'm the treasurer of our rowing club.", "user job_title treasurer of our rowing club"],
    ["I'm the owner of our corner shop.", "user is_a owner of our corner shop"],
    ["I'm with Allianz now.", "user is_with Allianz"],
    ["I'm now with Lena.", "user partner Lena"],
    ["Our baby is five months old.", "user baby_age five months"],
    ["My grandmother is 90 years old.", "user grandmother_age 90"],
  ])("is told: %s", async (text, fact) => {
    expect(await readFacts(text)).toContain(fact);
  });

  it("is no love for a bank", async () => {
    expect(await readFacts("The user is now with Triodos.")).toEqual(["user is_with Triodos"]);
  });
});
