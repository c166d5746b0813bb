import { expect, it } from "@jest/globals";
import type { retrieval } from "@loci/protos";
import { citationOf, shown, sourcesOf } from "./sources.ts";

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

it("a source that has ended says until when, and which of the others took its place", () => {
  const until = "2025-04-10T09:00:00.000Z";
  const ended = (endedBy: string[]) => ({ kind: "ended", endedBy, until, endedParts: [] });
  const attribute = { source: "attribute", entity: "Person/Zofia", key: "lives_in", validFrom: "", label: "" };
  const hits = [
    hit("turn:2", { source: "memory_chunk", turnId: "turn:2", label: "", key: "", standing: null }),
    hit("attribute:1", { ...attribute, turnId: "turn:1", value: "Gdynia", validUntil: until, standing: ended(["turn:2"]) }),
    hit("attribute:2", { ...attribute, turnId: "turn:2", value: "Opole", standing: null }),
  ];
  expect(shown(hits)).toMatchObject([
    { until: "", endedBy: [], fact: undefined },
    { until, endedBy: [1, 3], fact: { subject: "Zofia", key: "lives in", value: "Gdynia" } },
    { until: "", endedBy: [] },
  ]);
});
