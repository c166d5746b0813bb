import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { chatRequest, converse, forgetRequest, openRoom, queryRequest, type Known } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const letters = (n: number) =>
  [...n.toString(26).padStart(2, "0")].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join("");
const nameOf = (n: number) => `Q${letters(n)}ul`;

describe("somebody who is told to have three hundred names", () => {
  it("is asked for, talked of and forgotten by any of them, and with that all that was said of each", async () => {
    const room = await openRoom(whole);
    const count = 300;
    const everyone = Array.from({ length: count }, (_, n) => n);
    await room.tell("", ...everyone.map((n): Known => [`Person/${nameOf(n)}`, "likes", n % 2 === 0 ? "tea" : "cake"]));
    await room.tell("", ...everyone.slice(1).map((n): Known => [`Person/${nameOf(n)}`, "also_known_as", nameOf(0)]));
    const query = `What does ${nameOf(200)} like?`;
    expect((await room.service.query(queryRequest(query), room.all)).hits.length).toBeGreaterThan(0);
    const said = await converse(room, chatRequest(query));
    expect(said).toBeDefined();
    const { deleted } = await room.service.forget(forgetRequest(`everything about ${nameOf(200)}`), room.all);
    expect(deleted).toBeGreaterThanOrEqual(count);
    expect((await room.service.query(queryRequest(`What does ${nameOf(7)} like?`), room.all)).hits).toEqual([]);
  });
});
