import { describe, expect, it } from "@jest/globals";
import { keyClass } from "./vocabulary.ts";

describe("the class of a key", () => {
  it.each([
    ["residence", "changing"],
    ["likes", "multi"],
    ["birth_date", "stable"],
    // What a relative's own key is, it is of the relative too.
    ["sister_residence", "changing"],
    ["brother_birth_date", "stable"],
    // A verb holds many values, whichever it is.
    ["restores", "multi"],
    ["flies_for", "multi"],
    ["mum_owns", "multi"],
    ["does_not_drink", "multi"],
    ["cannot_eat", "multi"],
    ["phone_status", "changing"],
    ["shoe_size", "single"],
    ["business_address", "changing"],
    // What one has one of at a time.
    ["bank", "changing"],
    ["plays_for", "changing"],
    ["work_phone_number", "changing"],
    ["email", "changing"],
    ["dentist", "changing"],
    ["internet_provider", "changing"],
  ])("of %s is %s", (key, name) => expect(keyClass({}, key)).toBe(name));

  it("is the context's own where it has one", () => {
    expect(keyClass({ restores: "changing" }, "restores")).toBe("changing");
    expect(keyClass({ residence: "multi" }, "sister_residence")).toBe("multi");
  });
});
