import { describe, expect, it } from "@jest/globals";
import type { Schemas } from "@loci/client";
import { sectionsOf, withoutHeading, wordsOf } from "./sections.ts";
import { isWorking, kindName, stageOf } from "./stages.ts";
import { settledOf, type UploadRow } from "./uploads.ts";

const chunk = (position: number, section: string | null): Schemas["Chunk"] => ({
  ...{ id: `chunk:${position}`, document: "document:1", position, section, sectionId: section && `section:${section}` },
  ...{ text: `${section ?? ""}\n\ntext`, charStart: 0, charEnd: 1, tokenCount: 1, page: null, duplicateOf: null, setAside: false },
});

describe("a document's outline", () => {
  it("has its passages by section, in their order", () => {
    const sections = sectionsOf([chunk(0, null), chunk(1, "A"), chunk(2, "A"), chunk(3, "B")]);
    expect(sections.map(({ heading, chunks }) => [heading, chunks.map(({ position }) => position)])).toEqual([
      ["", [0]],
      ["A", [1, 2]],
      ["B", [3]],
    ]);
  });

  it("tells a heading once", () => {
    expect(withoutHeading("Permits\n\nA permit takes six weeks.", "Permits")).toBe("A permit takes six weeks.");
    expect(withoutHeading("A permit takes six weeks.", "Permits")).toBe("A permit takes six weeks.");
  });
});

describe("a question's words", () => {
  it("are marked where they say something", () => {
    expect(wordsOf("How long is the notice period, the Notice?")).toEqual(["long", "notice", "period"]);
  });
});

describe("a document's stage", () => {
  it("is one of six until it is ready or failed", () => {
    expect(stageOf("queued")).toMatchObject({ number: 1, of: 6 });
    const order = ["queued", "extracting", "chunking", "extracting_nodes", "embedding", "keywording"] as const;
    expect(order.map((status) => stageOf(status).number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(stageOf("extracting_nodes")).toMatchObject({ number: 4, of: 6, doing: "extracting facts" });
    expect([isWorking({ status: "chunking" }), isWorking({ status: "ready" }), isWorking({ status: "failed" })]).toEqual([
      ...[true, false, false],
    ]);
    expect([kindName("application/pdf"), kindName("image/png")]).toEqual(["PDF", "image/png"]);
  });
});

describe("uploads", () => {
  it("are settled when each is ready, known already or failed", () => {
    const row = (state: UploadRow["state"]): UploadRow => ({ key: state, file: new File([], "a"), state, sentBytes: 0 });
    expect(settledOf([row("ready"), row("sending"), row("failed"), row("known"), row("waiting"), row("working")])).toBe(3);
  });
});
