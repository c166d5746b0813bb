import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { principalOf, type Call } from "@loci/platform/call";
import { openWhole, type Whole } from "@loci/server/testing/whole";
import { chatRequest, openRoom, queryRequest, saying } from "../testing/room.ts";

let whole: Whole;
beforeAll(async () => void (whole = await openWhole()));
afterAll(() => whole.close());

it("keeps the traces of others, and its own others, where an answer cannot be stored", async () => {
  const room = await openRoom(whole, { speak: saying("I say \0 and \uD800.") });
  const identity = { ...principalOf(room.all), contextId: await whole.context() };
  const other: Call = { ...room.all, caller: { kind: "principal" as const, identity } };
  await room.say("Ann has a parrot.");
  const traces: { readonly id: string; readonly call: Call }[] = [];
  const ask = async (call: Call) => {
    const { trace } = await room.service.query(queryRequest("Who has a parrot?"), call);
    traces.push({ id: trace?.id ?? "", call });
  };
  await ask(room.all);
  const spoken: unknown[] = [];
  const speaking = (async () => {
    for await (const event of room.service.chat(chatRequest("Who has a parrot?"), room.all)) spoken.push(event);
  })().catch(() => undefined);
  await Promise.all([speaking, ask(other), ask(other)]);
  await ask(room.all);
  expect(spoken.length).toBeGreaterThan(0);
  for (const { id, call } of traces) {
    expect(await room.service.getTrace({ id }, call)).toMatchObject({ id });
  }
});
