import { LociError } from "@loci/client";
import { describe, expect, it } from "@jest/globals";
import { sendAll, type Outcome, type SendOptions } from "./send.ts";
import type { FoundFile } from "./walk.ts";

const files = (count: number, size = 10): FoundFile[] =>
  Array.from({ length: count }, (_, i) => ({ path: `/${i}`, name: `${i}`, size }));
const uploaded: Outcome = { kind: "uploaded", id: "document:1" };
const options = (send: SendOptions["send"], more: Partial<SendOptions> = {}): SendOptions => ({
  concurrency: 2,
  signal: new AbortController().signal,
  onDone: () => undefined,
  pauseMs: 1,
  send,
  ...more,
});

describe("sending files", () => {
  it("sends as many at a time as asked", async () => {
    let now = 0;
    let most = 0;
    const { outcomes } = await sendAll(
      files(9),
      options(
        async () => {
          most = Math.max(most, ++now);
          await new Promise(setImmediate);
          now--;
          return uploaded;
        },
        { concurrency: 3 },
      ),
    );
    expect(outcomes).toHaveLength(9);
    expect(most).toBe(3);
  });

  it("waits and tries again where the server is too busy", async () => {
    let refused = 0;
    const { outcomes } = await sendAll(
      files(3),
      options(async () => {
        if (refused++ < 2) throw new LociError("rate_limited", "too many", { status: 429, retryAfterMs: 2 });
        return uploaded;
      }),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(["uploaded", "uploaded", "uploaded"]);
  });

  it("goes on after a file that the server refuses", async () => {
    const { outcomes, fatal } = await sendAll(
      files(2),
      options(async ({ name }) => {
        if (name === "0") throw new LociError("invalid", "The form is broken.", { status: 400 });
        return uploaded;
      }),
    );
    expect(outcomes).toEqual([{ kind: "failed", reason: "The form is broken." }, uploaded]);
    expect(fatal).toBeUndefined();
  });

  it("learns the longest file from the first refusal, and sends no longer one", async () => {
    let sent = 0;
    const send = async () => {
      sent++;
      throw new LociError("too_large", "The file is longer than 104857600 bytes.", { status: 413 });
    };
    const { outcomes } = await sendAll(files(3, 200_000_000), options(send, { concurrency: 1 }));
    expect(sent).toBe(1);
    expect(outcomes[2]).toEqual({ kind: "failed", reason: "it has 200 MB; the server takes 105 MB at most" });
  });

  it("never sends what no server takes", async () => {
    const { outcomes } = await sendAll(
      files(1, 2 ** 31),
      options(() => Promise.resolve(uploaded)),
    );
    expect(outcomes).toEqual([{ kind: "failed", reason: "it has 2.1 GB; the server takes 1000 MB at most" }]);
  });

  it("stops where the server has gone", async () => {
    let sent = 0;
    const { outcomes, fatal } = await sendAll(
      files(20),
      options(async () => {
        if (++sent > 3) throw new LociError("unreachable", "Cannot reach it.");
        return uploaded;
      }),
    );
    expect(fatal?.code).toBe("unreachable");
    expect(outcomes.filter(({ kind }) => kind === "uploaded")).toHaveLength(3);
    expect(outcomes.filter(({ kind }) => kind === "open")).toHaveLength(17);
  });

  it("begins nothing more after an interrupt", async () => {
    const controller = new AbortController();
    const { outcomes } = await sendAll(
      files(10),
      options(
        async () => {
          controller.abort();
          return uploaded;
        },
        { signal: controller.signal },
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === "open")).toHaveLength(9);
  });
});
