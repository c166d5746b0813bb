import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { chatRequest, converse, forgetRequest, openRoom, queryRequest, type Known } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

const letters = (n: number) =>
  [...n.toString(26).padStart(2, "0")].map((digit) => String.fromCharCode(97 + parseInt(digit, 26))).join("");
const nameOf = (n: number) => `Q${letters(n)}ul`;

async function told(count: number) {
  const room = await openRoom(whole);
  const everyone = Array.from({ length: count }, (_, n) => n);
  await room.tell("", ...everyone.map((n): Known => [`Person/${nameOf(n)}`, "likes", n % 2 === 0 ? "tea" : "cake"]));
  await room.tell("", ...everyone.slice(1).map((n): Known => [`Person/${nameOf(n)}`, "also_known_as", nameOf(0)]));
  return room;
}

describe("somebody who is told to have many names", () => {
  it("is asked for, talked of and forgotten by any of sixty, and with that all that was said of each", async () => {
    const count = 60;
    const room = await told(count);
    const query = `What does ${nameOf(50)} like?`;
    expect((await room.service.query(queryRequest(query), room.all)).hits.length).toBeGreaterThan(0);
    expect(await converse(room, chatRequest(query))).toBeDefined();
    const { deleted } = await room.service.forget(forgetRequest(`everything about ${nameOf(50)}`), room.all);
    expect(deleted).toBeGreaterThanOrEqual(count);
    expect((await room.service.query(queryRequest(`What does ${nameOf(7)} like?`), room.all)).hits).toEqual([]);
  });

  it("has no more than are compared with each new one: of three hundred the others stay people of their own", async () => {
    const room = await told(300);
    for (const name of [nameOf(0), nameOf(7), nameOf(280)]) {
      const { hits } = await room.service.query(queryRequest(`What does ${name} like?`), room.all);
      expect(hits.length).toBeGreaterThan(0);
    }
    const { deleted } = await room.service.forget(forgetRequest(`everything about ${nameOf(280)}`), room.all);
    expect(deleted).toBeGreaterThan(0);
    expect(deleted).toBeLessThan(10);
  });
});
