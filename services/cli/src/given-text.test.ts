import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { recorded, run } from "./testing/recorded.ts";
import { allOf } from "./terminal.ts";

/** A server that refuses whatever it is asked, and keeps it. */
let server: Server;
let url: string;
const sent: { readonly path: string; readonly body: Readonly<Record<string, unknown>> }[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      sent.push({ path: request.url ?? "", body: JSON.parse(text) as Record<string, unknown> });
      response.writeHead(400, { "content-type": "application/problem+json" }).end(JSON.stringify({ status: 400, title: "No" }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => void sent.splice(0));

const loci = (args: readonly string[], input?: string) =>
  run(args, { url, apiKey: "k", contextId: "dev" }, recorded(input === undefined ? {} : { input }));
const commands = [
  ["remember", "/facts", "text"],
  ["chat", "/chat", "message"],
  ["recall", "/query", "query"],
  ["context", "/context", "query"],
  ["reflect", "/reflect", "query"],
] as const;

describe.each(commands)("loci %s", (command, path, field) => {
  it("takes what is piped in, and for - too", async () => {
    await loci([command], "Where does Mina live?\nAnd since when?\r\n");
    await loci([command, "-"], "Where?\n");
    await loci([command, "Who", "-"], "not this");
    expect(sent.map(({ body }) => body[field])).toEqual(["Where does Mina live?\nAnd since when?", "Where?", "Who -"]);
    expect(new Set(sent.map((one) => one.path))).toEqual(new Set([`/api/v1/dev${path}`]));
  });

  it("says what is missing where nothing comes, and sends nothing", async () => {
    for (const input of ["", " \n\n"]) {
      const { code, err } = await loci([command], input);
      expect([code, err]).toEqual([2, expect.stringMatching(/stdin is empty\. .+/)]);
    }
    expect(await loci([command])).toMatchObject({ code: 2 });
    expect(sent).toEqual([]);
  });

  it("refuses what is too long for one request", async () => {
    const { code, err } = await loci([command], "x".repeat(10 * 1024 * 1024 + 1));
    expect([code, err]).toEqual([2, expect.stringContaining("more than 10 MiB")]);
    expect(sent).toEqual([]);
  });
});

it("a text that is told with facts is read from a pipe only for -", async () => {
  const triple = ["--triple", "Person/Mina", "likes", "tea"];
  await loci(["remember", ...triple], "not this");
  await loci(["remember", "-", ...triple], "Mina likes tea.");
  expect(sent.map(({ body }) => body["text"])).toEqual([undefined, "Mina likes tea."]);
});

it("stdin that cannot be read is said in a line", async () => {
  async function* broken(): AsyncGenerator<string> {
    yield "a";
    throw new Error("EISDIR: illegal operation on a directory, read");
  }
  await expect(allOf(broken(), 10)).rejects.toMatchObject({ message: expect.stringContaining("EISDIR"), exitCode: 2 });
});

it.each(["recall", "context", "reflect"])("loci %s has no --scope, and says where scopes go", async (command) => {
  const { code, err } = await loci([command, "x", "--scope", "org/a"]);
  expect([code, err]).toEqual([2, expect.stringMatching(/--scope is not accepted: .*'loci keys mint .*'lens' .*POST/s)]);
  expect((await loci([command, "--help"])).out).toMatch(/no --scope.*'lens'/s);
  expect(sent).toEqual([]);
});

describe("--limit", () => {
  it.each(["500", "51", "0", "-1", "abc", "1.5", ""])("%s is a usage error, before anything is sent", async (limit) => {
    for (const command of ["recall", "context", "reflect"]) {
      const { code, err } = await loci([command, "x", `--limit=${limit}`]);
      expect([code, err]).toEqual([2, expect.stringMatching(/limit.*(?:from 1 to 50|whole number)/)]);
    }
    expect(await loci(["entities", "list", "--limit", limit === "500" || limit === "51" ? "501" : limit])).toMatchObject({
      code: 2,
    });
    expect(sent).toEqual([]);
  });

  it("is sent where it fits", async () => {
    await loci(["recall", "x", "--limit", "50"]);
    expect(sent).toMatchObject([{ body: { k: 50 } }]);
  });
});
