import { describe, expect, it } from "@jest/globals";
import { profileFacts } from "./profile-json.ts";

const read = (text: string) => profileFacts(text, "user").map(({ subject, key, value }) => `${subject.name} ${key} ${value}`);

describe("profiles in JSON", () => {
  it("are the speaker's where they are called so", () => {
    expect(read('user = {"name": "Yara", "tz": "America/Lima"}')).toEqual(["user name Yara", "user tz America/Lima"]);
    expect(read('{"profile": {"city": "Brno", "pets": ["Max", "Luna"]}}')).toEqual([
      "user city Brno",
      "user pets Max",
      "user pets Luna",
    ]);
  });

  it("are of whom they name", () => {
    expect(read('{"name": "Tomas Rey", "age": 31}')).toEqual(["Tomas Rey name Tomas Rey", "Tomas Rey age 31"]);
  });

  it("are no other data, and no broken ones", () => {
    expect(read('{"port": 8080, "host": "localhost"}')).toEqual([]);
    expect(read('{"name": "left-pad", "version": "1.0.0"}')).toEqual([]);
    expect(read('user = {"name": "Yara"')).toEqual([]);
  });
});
