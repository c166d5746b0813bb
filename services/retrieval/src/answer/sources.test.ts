import { expect, it } from "@jest/globals";
import type { retrieval } from "@loci/protos";
import { citationOf, sourcesOf } from "./sources.ts";

const hit = (id: string, rest: Partial<retrieval.Hit> = {}): retrieval.Hit =>
  ({ id, source: "chunk", text: id, score: 1, occurredAt: "", role: "", uncertaintyIds: [], ...rest }) as retrieval.Hit;

it("what stands around the hits is cited like them, after them: as a passage of its document, with its place", () => {
  const around = hit("chunk:around", { documentId: "document:1", documentTitle: "Winch manual", positionPercent: 40 });
  const sources = sourcesOf({ hits: [hit("turn:1"), hit("turn:2")], contextHits: [around] });
  expect(sources.map(({ id }) => id)).toEqual(["turn:1", "turn:2", "chunk:around"]);
  expect(citationOf(around, 1 + sources.indexOf(around))).toMatchObject({
    ...{ id: "chunk:around", marker: "S3", kind: "chunk", snippet: "chunk:around" },
    ...{ documentTitle: "Winch manual", positionPercent: 40 },
  });
});
