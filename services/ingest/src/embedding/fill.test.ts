import { expect, it } from "@jest/globals";
import { createBuiltinEmbedder } from "@loci/adapters/builtin-embedder";
import { LociError, type ErrorCode } from "@loci/kernel";
import { serviceCall } from "@loci/platform/call";
import { fillVectors, type FillDeps } from "./fill.ts";

const record = { id: "turn:1", text: "Mina moved to Lisbon.", speaker: "Mina", documentTitle: "", sectionHeading: "" };

/** A graph with one record without a vector, which refuses the vector so. */
function refusing(code: ErrorCode): FillDeps["graph"] {
  return {
    readUnembedded: async () => ({ records: [record], remaining: 1, next: "" }),
    writeNewEmbeddings: async () => {
      throw new LociError(code, "No.");
    },
    finishContextReembedding: async () => ({ current: null, next: null, contextsLeft: ["acme"] }),
  };
}
const fill = (code: ErrorCode) =>
  fillVectors({ graph: refusing(code), embedder: createBuiltinEmbedder() }, () =>
    serviceCall("acme", "trace:1", Date.now() + 60_000),
  );

it("a context that is purged while its vectors are made is done: whoever goes through all of them goes on", async () => {
  expect(await fill("unauthenticated")).toBe(true);
});

it("any other refusal is told", async () => {
  await expect(fill("unavailable")).rejects.toMatchObject({ code: "unavailable" });
});
