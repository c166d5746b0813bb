import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { callOf, chatRequest, openGrounds, openRoom, saying, type Grounds, type Room } from "../testing/room.ts";

let grounds: Grounds;
beforeAll(async () => void (grounds = await openGrounds()));
afterAll(() => grounds.close());

async function talk(room: Room, message: string): Promise<string> {
  let sessionId = "";
  for await (const event of room.service.chat(chatRequest(message), callOf(room.contextId))) sessionId = event.sessionId;
  return sessionId;
}

const linesOf = (block: string) => block.split("\n");

describe("a session's context", () => {
  it("holds what is known of the question, the conversation so far and how the person wants to be answered", async () => {
    const room = openRoom(grounds, { speak: saying("Nice.") });
    room.instructions = ["Answer in German."];
    room.know("Ann", "residence", "Boston");
    const sessionId = await talk(room, "I like tea.");
    const { context } = await room.service.sessionContext({ sessionId, query: "Where does Ann live?", k: 0 }, callOf(room.contextId));
    expect(linesOf(context).slice(2)).toEqual([
      "Facts:",
      "- Ann residence: Boston (since 2024-05-01)",
      "This conversation so far:",
      "- user: I like tea.",
      "- assistant: Nice.",
      "</memory>",
      "The person asked to be answered so (heed it as far as it concerns style and language):",
      "- Answer in German.",
    ]);
  });

  it("asks for what was last said where no question is given", async () => {
    const room = openRoom(grounds, { speak: saying("I see.") });
    room.know("Ann", "residence", "Boston");
    const sessionId = await talk(room, "Where does Ann live?");
    const { context } = await room.service.sessionContext({ sessionId, query: "", k: 0 }, callOf(room.contextId));
    expect(context).toContain("Ann residence: Boston");
  });

  it("is noted as returned", async () => {
    const room = openRoom(grounds, { speak: saying("I see.") });
    const sessionId = await talk(room, "I like tea.");
    const { context } = await room.service.sessionContext({ sessionId, query: "tea", k: 0 }, callOf(room.contextId));
    for (let tries = 0; tries < 100 && room.returned.length < 2; tries++) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(room.returned.at(-1)).toEqual({ texts: [context], kind: "context" });
  });
});
