import { describe, expect, it } from "@jest/globals";
import { annotations } from "../api/names.ts";
import { carriesNamespace, isSharedWith, keeperOf } from "./place.ts";

describe("who keeps a context", () => {
  it.each([
    ["kubernetes:c/team/MemoryContext/brain", "team/brain"],
    ["kubernetes:other/team/MemoryContext/brain", undefined],
    ["kubernetes:c/team/MemoryKey/brain", undefined],
    ["kubernetes:c/team", undefined],
    ["kubernetes:c/team/MemoryContext/brain/more", undefined],
    ["someone", undefined],
    [null, undefined],
  ])("%j is %j in the cluster c", (owner, key) => {
    expect(keeperOf("c", owner)).toBe(key);
  });

  it("shares it with the namespaces that it names", () => {
    const keeper = (sharedWith: string) => ({
      metadata: {
        namespace: "a",
        name: "n",
        uid: "u",
        resourceVersion: "1",
        annotations: { [annotations.sharedWith]: sharedWith },
      },
    });
    expect(["b, c", "c", "*"].map((named) => isSharedWith(keeper(named), "c"))).toEqual([true, true, true]);
    expect(["", "b", "cc", "b c", "c*"].map((named) => isSharedWith(keeper(named), "c"))).toEqual(
      Array.from({ length: 5 }, () => false),
    );
  });

  it("is of the namespace that its id carries", () => {
    expect(["team", "team.brain", "team.a.b"].map((id) => carriesNamespace(id, "team"))).toEqual([true, true, true]);
    expect(["team-b", "teams.x", "b.team", ""].map((id) => carriesNamespace(id, "team"))).toEqual([false, false, false, false]);
  });
});
