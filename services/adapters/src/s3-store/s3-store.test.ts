import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "@jest/globals";
import { inParts } from "./parts.ts";
import { openS3Store, storeCodeOf, type S3StoreOptions } from "./index.ts";

/** What an S3 store would say, and what it cannot be brought to say: see s3-store.e2e.ts for a real one. */
interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const xml = (status: number, body: string): Answer => ({ status, body, headers: { "content-type": "application/xml" } });
const refusal = (status: number, code: string) =>
  xml(status, `<Error><Code>${code}</Code><Message>About loci-secret.</Message></Error>`);
const unversioned = xml(200, "<VersioningConfiguration></VersioningConfiguration>");
const noUploads = xml(200, "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated></ListMultipartUploadsResult>");
const page: Answer = { status: 200, body: "<html>Welcome</html>", headers: { "content-type": "text/html" } };

/** Opens a store on a server that answers so; opening goes well unless it says otherwise. */
async function openOn(
  answers: (request: IncomingMessage) => Answer | undefined,
  endpoint?: string,
  more: Partial<S3StoreOptions> = {},
) {
  server = createServer((request, response) => {
    const url = request.url ?? "";
    const opening = url.endsWith("?versioning") ? unversioned : /[?&]uploads/.test(url) ? noUploads : undefined;
    const { status, body, headers } = answers(request) ?? opening ?? { status: 500 };
    request.resume().once("end", () => response.writeHead(status, headers).end(body));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return openS3Store({
    endpoint: endpoint ?? own,
    bucket: "originals",
    accessKey: "loci-access",
    secretKey: "loci-secret",
    idleMs: 60_000,
    ...more,
  });
}

async function* text(content: string) {
  yield Buffer.from(content);
}

const failureOf = async (act: Promise<unknown>): Promise<{ code?: string; message?: string }> =>
  act.then(
    () => ({}),
    (error: unknown) => error as { code: string; message: string },
  );

describe("a store over S3", () => {
  it.each<[string, Answer, string]>([
    ["a page of HTML", page, "what answers there is no object store"],
    ["some other service's JSON", { ...page, headers: { "content-type": "application/json" } }, "no object store"],
    ["XML that S3 does not know", xml(200, "<rss></rss>"), "no object store"],
    ["a page of HTML for an error", { ...page, status: 404 }, "no object store"],
    ["a gateway that has nobody behind it", { ...page, status: 502 }, "failing or too busy"],
    ["another region", refusal(400, "AuthorizationHeaderMalformed"), "lies in another region"],
    ["a clock that differs", refusal(403, "RequestTimeTooSkewed"), "clock"],
    ["what we do not know", refusal(418, "ImATeapot"), "the object store says ImATeapot"],
  ])("does not open on %s", async (_name, answer, message) => {
    const failure = await failureOf(openOn(() => answer));
    expect(failure).toMatchObject({ code: "unavailable", message: expect.stringContaining(message) });
    expect(failure.message).toContain("The bucket originals");
  });

  it("says that the bucket is not there where the keys may not make it", async () => {
    const failure = await failureOf(
      openOn(({ method }) => (method === "PUT" ? refusal(403, "AccessDenied") : refusal(404, "NoSuchBucket"))),
    );
    expect(failure).toMatchObject({ code: "unavailable", message: expect.stringContaining("the keys may not make it. Make it") });
  });

  it("makes no bucket where it is not to, and tells in S3's own word what was wrong", async () => {
    const asked: string[] = [];
    const answers = ({ method = "" }: IncomingMessage) => {
      asked.push(method);
      return refusal(404, "NoSuchBucket");
    };
    const failure = await openOn(answers, undefined, { makesBucket: false, purpose: "backups" }).catch((error: unknown) => error);
    expect(String(failure)).toContain("cannot be used for backups: the bucket is not there");
    expect([storeCodeOf(failure), storeCodeOf(new Error("another"))]).toEqual(["NoSuchBucket", ""]);
    expect(asked).toEqual(["GET"]);
  });

  it.each<[string, string]>([
    ["XMinioStorageFull", "the object store is full"],
    ["AccessDenied", "the keys may not do that"],
    ["NoSuchBucket", "the bucket is not there"],
  ])("says of %s in a sentence what it means, for each method", async (code, message) => {
    const opening = /versioning|uploads/;
    const store = await openOn(({ url }) =>
      opening.test(url ?? "") ? undefined : refusal(code === "NoSuchBucket" ? 404 : 403, code),
    );
    const expected = { code: "unavailable", message: expect.stringContaining(message) };
    expect(await failureOf(store.put("a/b", text("x")))).toMatchObject(expected);
    expect(await failureOf(store.get("a/b"))).toMatchObject(expected);
    expect(await failureOf(store.delete(["a/b"]))).toMatchObject(expected);
    expect(await failureOf(store.list("")[Symbol.asyncIterator]().next())).toMatchObject(expected);
    await store.close();
  });

  it("believes no success that a page of HTML tells of", async () => {
    const store = await openOn(({ url }) => (/versioning|uploads/.test(url ?? "") ? undefined : page));
    const acts = [store.put("a/b", text("x")), store.get("a/b"), store.move("a/b", "c/d"), store.delete(["a/b"])];
    for (const failure of await Promise.all(acts.map(failureOf))) expect(failure).toMatchObject({ code: "unavailable" });
    await store.close();
  });

  it("tries again what fails in passing", async () => {
    let calls = 0;
    const store = await openOn(({ method }) => {
      if (method !== "PUT") return undefined;
      return ++calls < 3 ? { status: 503 } : { status: 200, headers: { etag: '"1"' } };
    });
    expect(await store.put("a/b", text("x"))).toMatchObject({ sizeBytes: 1 });
    expect(calls).toBe(3);
    await store.close();
  });

  it("keeps what the store says of a request, and the keys, out of its errors", async () => {
    const body =
      "<Error><Code>SignatureDoesNotMatch</Code><Message>No.</Message><AWSAccessKeyId>loci-access</AWSAccessKeyId></Error>";
    const failure = await failureOf(openOn(() => xml(403, body)));
    expect(failure.message).toContain("refuses the keys");
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/loci-access|loci-secret/);
  });
});

describe("the parts of an upload", () => {
  it.each<[readonly number[], readonly string[]]>([
    [[], ["0 last"]],
    [[4], ["4 last"]],
    [[5], ["5 last"]],
    [
      [5, 1],
      ["5", "1 last"],
    ],
    [
      [3, 3, 3],
      ["5", "4 last"],
    ],
    [[12], ["5", "5", "2 last"]],
    [
      [10, 0],
      ["5", "5 last"],
    ],
  ])("of pieces of %j bytes are %j, five at most", async (pieces, expected) => {
    const parts: string[] = [];
    async function* content() {
      for (const length of pieces) yield Buffer.alloc(length);
    }
    for await (const { bytes, last } of inParts(content(), 5)) parts.push(`${bytes.length}${last ? " last" : ""}`);
    expect(parts).toEqual(expected);
  });
});
