import { describe, expect, it } from "@jest/globals";
import type { WorkbenchEvent } from "../workbench/event.ts";
import type { Trace } from "../workbench/memory.ts";
import { asciiMarks, unicodeMarks, type Marks } from "./marks.ts";
import { firstModel, type Model } from "./model.ts";
import { press, type Effect, type KeyName } from "./press.ts";
import { reduce } from "./reduce.ts";
import { rowText, rowWidth } from "./row.ts";
import { screenRows } from "./screen.ts";

const trace = (n: number, ms: number, query: string): Trace => ({
  ...{
    id: `trace:${n}`,
    kind: "retrieval",
    createdAt: `2026-03-01T12:${10 + n}:00.000Z`,
    query,
    tier: "direct",
    reason: "known",
  },
  ...{ ms, cached: false, stages: { graph: 3 }, hits: [], degraded: [], parents: [] },
});

const mina = { id: "entity:mina", type: "Person", name: "Mina" };
const events: readonly WorkbenchEvent[] = [
  {
    type: "entities",
    offset: 0,
    page: {
      total: 4,
      entities: [
        mina,
        { id: "entity:acme", type: "Organisation", name: "Acme" },
        { id: "entity:東", type: "Place", name: "東京都千代田区丸の内一丁目九番一号の長い名前" },
      ],
    },
  },
  {
    type: "loaded",
    view: {
      entity: { ...mina, category: "identity", createdAt: "2026-03-01T12:00:00.000Z", updatedAt: "2026-03-01T12:00:00.000Z" },
      facts: [
        {
          ...{
            id: "attribute:1",
            key: "residence",
            value: "Lisbon",
            relation: false,
            known: { from: "2026-03-01T12:00:00.000Z" },
          },
          ...{ valid: { from: "2024-03-01T00:00:00.000Z" }, recorded: { from: "2026-03-01T12:00:01.000Z" }, confidence: 0.9 },
          ...{ stream: "experiential", scopes: ["/"], sources: [{ kind: "turn", ref: "turn:1" }], disputes: [] },
        },
      ],
    },
  },
  {
    type: "traces",
    traces: [trace(1, 12, "Where does Mina live?"), trace(2, 240, "What did 東京 say about the budget of next year?")],
  },
  { type: "note", text: "A long note that must be wrapped, with 日本語のテキスト in it and averyveryverylongwordwithoutspaces." },
];

function modelOf(columns: number, rows: number): Model {
  const first = firstModel("dev @ localhost:9090", undefined, { columns, rows });
  return events.reduce((model, event) => reduce(model, { type: "event", event, at: "2026-03-01T12:00:00.000Z" }), first);
}

function keys(model: Model, ...names: readonly KeyName[]): { model: Model; effects: readonly Effect[] } {
  return names.reduce<{ model: Model; effects: readonly Effect[] }>(
    (before, key) => press(before.model, { key, text: "", ctrl: false }),
    { model, effects: [] },
  );
}

const typed = (model: Model, text: string) => press(model, { key: "text", text, ctrl: false }).model;
const screen = (model: Model, marks: Marks = unicodeMarks) => screenRows(model, marks).map(rowText);

describe("the screen of the tui", () => {
  it("shows four panes at 80×24", () => {
    const lines = screen(modelOf(80, 24));
    expect(lines).toHaveLength(24);
    const text = lines.join("\n");
    for (const title of ["Conversation", "Entities", "Traces", "Inspector"]) expect(text).toContain(` ${title} `);
    expect(text).toContain("▾ Person 1");
    expect(text).toContain("1 more…");
    expect(text).toContain("12:12 direct 240ms █████ What did 東京");
    expect(lines.at(-1)).toContain("● dev @ localhost:9090");
  });

  it("shows two panes at 60×20, and says where all are seen", () => {
    const lines = screen(modelOf(60, 20));
    expect(lines).toHaveLength(20);
    expect(lines.join("\n")).toContain(" Entities ");
    expect(lines.join("\n")).not.toContain(" Traces ");
    expect(lines.at(-1)).toContain("80×24 shows all");
    expect(screen(keys(modelOf(60, 20), "tab", "tab").model).join("\n")).toContain(" Traces ");
  });

  it.each([
    [80, 24],
    [60, 20],
    [72, 16],
    [36, 12],
    [200, 60],
  ])("fills %i×%i exactly, whatever has the focus", (columns, rows) => {
    let model = modelOf(columns, rows);
    for (let i = 0; i < 5; i += 1) {
      for (const marks of [unicodeMarks, asciiMarks]) {
        const drawn = screenRows(model, marks);
        expect(drawn).toHaveLength(rows);
        for (const row of drawn) expect([rowText(row), rowWidth(row)]).toEqual([rowText(row), columns]);
      }
      model = keys(model, "tab").model;
      if (i === 2) model = typed(model, "?");
    }
  });

  it("says so where there is no room", () => {
    expect(screen(modelOf(30, 8)).join("")).toContain("30×8 is too small; loci tui needs 36×12.");
  });

  it("draws with ASCII alone where it is asked to", () => {
    const plain = reduce(firstModel("dev @ localhost:9090", undefined, { columns: 80, rows: 24 }), {
      type: "event",
      event: { type: "traces", traces: [trace(1, 12, "Where?")] },
      at: "",
    });
    for (const model of [plain, keys(plain, "tab", "tab", "enter").model, typed(plain, "?")]) {
      for (const line of screen(model, asciiMarks)) expect(line).toMatch(/^[ -~]*$/);
    }
  });

  it("marks the focus without colours", () => {
    expect(screen(modelOf(80, 24))[0]).toMatch(/^┏━ Conversation ━+┓╭─ Entities ─+ 4 ─╮$/);
    expect(screen(keys(modelOf(80, 24), "tab").model)[0]).toMatch(/^╭─ Conversation ─+╮┏━ Entities ━+ 4 ━┓$/);
  });

  it("keeps the cursor in sight in a long line, and hints at the rest of a command", () => {
    const long = screen(typed(modelOf(80, 24), `${"word ".repeat(40)}end`)).join("\n");
    expect(long).toContain("word word end");
    expect(screen(typed(modelOf(80, 24), "/rec")).join("\n")).toContain("recall record");
    expect(screen(typed(modelOf(80, 24), "/upl")).join("\n")).toContain("› /upl oad <file>");
  });

  it("says that the server is gone, and that it goes on trying", () => {
    const line = screen(reduce(modelOf(80, 24), { type: "server", failedTries: 3 })).at(-1);
    expect(line).toContain("○ no answer from dev @ localhost:9090, trying again (3)");
  });
});

describe("the keys of the tui", () => {
  it("open an entity and its facts, and show a fact with its three times and source", () => {
    const opened = keys(modelOf(80, 24), "tab", "down", "down", "down", "enter");
    expect(opened.effects).toEqual([{ type: "open-entity", entity: mina }]);
    const { model, effects } = keys(opened.model, "down", "enter");
    expect(effects).toEqual([{ type: "open", ref: "attribute:1", inPlace: true }]);
    const text = screen(model).join("\n");
    for (const part of [
      "Person/Mina residence",
      "known     since 2026-03-01 12:00",
      "holds     since 2024-03-01",
      "recorded  since",
      "from      turn:1",
    ])
      expect(text).toContain(part);
    const source = keys(model, "tab", "tab", "down", "enter");
    expect(source.effects).toEqual([{ type: "open", ref: "turn:1", inPlace: false }]);
    expect(screen(keys(opened.model, "left").model).join("\n")).toContain("▸ Mina");
  });

  it("follow the newest trace until another is chosen", () => {
    const newer = { type: "event", event: { type: "traces", traces: [trace(5, 1, "newer")] }, at: "" } as const;
    expect(reduce(modelOf(80, 24), newer).timeline.chosen).toBe(0);
    const stays = reduce(keys(modelOf(80, 24), "tab", "tab", "down").model, newer);
    expect(stays.timeline.traces[stays.timeline.chosen]?.id).toBe("trace:1");
    expect(screen(stays).join("\n")).toContain("2 newer");
  });

  it("send a line, bring typed lines back, and cancel before they leave", () => {
    const sent = keys(typed(modelOf(80, 24), "Mina likes tea."), "enter");
    expect(sent.effects).toEqual([{ type: "submit", line: "Mina likes tea." }]);
    const busy = reduce(sent.model, { type: "typed", line: "Mina likes tea." });
    expect(press(busy, { key: "text", text: "c", ctrl: true }).effects).toEqual([{ type: "cancel" }]);
    expect(keys(typed(busy, "too early"), "enter").effects).toEqual([]);
    const done = reduce(busy, { type: "finished", state: busy.state, recording: undefined });
    expect(keys(done, "up").model.draft.before).toBe("Mina likes tea.");
    expect(press(done, { key: "text", text: "c", ctrl: true }).effects).toEqual([{ type: "quit" }]);
  });

  it("edit by graphemes, and take a pasted text as one line", () => {
    let model = typed(modelOf(80, 24), "a 👩‍👩‍👧é\nb");
    expect(model.draft.before).toBe("a 👩‍👩‍👧é b");
    model = keys(model, "left", "left", "backspace", "backspace").model;
    expect(model.draft).toEqual({ before: "a ", after: " b" });
  });

  it("show the help on ? and close it with Esc, in the input only where nothing is typed", () => {
    const model = typed(modelOf(80, 24), "?");
    expect(screen(model).join("\n")).toContain("Shift-Tab");
    expect(keys(model, "escape").model.help).toBe(false);
    expect(typed(typed(modelOf(80, 24), "why"), "?").draft.before).toBe("why?");
  });

  it("leave with q from every pane but the input", () => {
    const q = { key: "text", text: "q", ctrl: false } as const;
    expect(press(modelOf(80, 24), q).effects).toEqual([]);
    expect(press(keys(modelOf(80, 24), "tab").model, q).effects).toEqual([{ type: "quit" }]);
  });
});
