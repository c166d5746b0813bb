import { Builder } from "flatbuffers";
import { expect, it } from "@jest/globals";
import { valueKind } from "../../values/codec/flatbuffers-layout.ts";
import { addList, addUnion, noFields } from "../../values/codec/flatbuffers-tables.ts";
import { served } from "../testing/served.ts";
import type { SocketClient } from "../testing/socket-client.ts";

const database = served();

/** How often a timer of a millisecond had its turn while the server read a message that is no call. */
async function turnsWhile(client: SocketClient, message: string | Uint8Array): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  client.socket.send(message);
  while (client.strays.length === 0) await new Promise((go) => setTimeout(go, 5));
  clearInterval(timer);
  return turns;
}

/** An array of so many small ints, of up to 23. */
function cborInts(count: number): Uint8Array {
  const bytes = Uint8Array.from({ length: count + 5 }, (_, at) => (at * 7919) % 24);
  bytes[0] = 0x9a;
  new DataView(bytes.buffer).setUint32(1, count);
  return bytes;
}

/** Lists of twenty items that are the same list of twenty again: of a thousand bytes millions of values. */
function flatbuffersBomb(): Uint8Array {
  const builder = new Builder();
  let item = addUnion(builder, { kind: valueKind.null, table: noFields(builder) });
  for (let level = 0; level < 5; level++) {
    const table = addList(builder, new Array<number>(20).fill(item));
    item = addUnion(builder, { kind: valueKind.array, table });
  }
  builder.finish(item);
  return builder.asUint8Array();
}

const setOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(Buffer.concat([Uint8Array.of(0xd8, 56), bytes]));

it.each([
  ["an array", "cbor", () => cborInts(1_000_000)],
  ["a set, which is sorted", "cbor", () => setOf(cborInts(400_000))],
  ["an array", "json", () => `[${"1,".repeat(1_000_000)}1]`],
  ["a few bytes that are many values", "flatbuffers", flatbuffersBomb],
] as const)(
  "others have their turns while %s is read in %s",
  async (_, format, message) => {
    const client = await database.asRoot("long", format);
    expect(await turnsWhile(client, message())).toBeGreaterThan(5);
  },
  60_000,
);

it("calls are answered in the order in which they came, also where one takes long to read", async () => {
  const client = await database.asRoot("order", "json");
  const long = Array.from({ length: 200_000 }, () => 1);
  const set = client.call("let", "long", long);
  expect(await client.query("RETURN $long.len()")).toEqual([200_000]);
  expect(await set).toBeNull();
});

it.each(["cbor", "json", "flatbuffers"] as const)(
  "answers leave in their order, also where one takes long to write in %s",
  async (format) => {
    const client = await database.asRoot("answers", format);
    const left: string[] = [];
    const long = client.query(`LET $a = array::repeat(1, 100000); RETURN [${"$a,".repeat(8)}]`).then(() => left.push("long"));
    const short = client.query("RETURN 1").then(() => left.push("short"));
    await Promise.all([long, short]);
    expect(left).toEqual(["long", "short"]);
  },
  60_000,
);
