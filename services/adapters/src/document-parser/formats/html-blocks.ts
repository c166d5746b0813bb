import { readRows } from "../rows.ts";
import type { DocumentWriter } from "../writer.ts";

/** Makes blocks of a page's elements as they open and close. */
export interface Blocks {
  open(element: string): void;
  text(data: string): void;
  close(element: string): void;
  end(): void;
}

type Role = "block" | "break" | "heading" | "list" | "item" | "code" | "table" | "row" | "cell";

const elements: Readonly<Record<Role, string>> = {
  block:
    "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form " +
    "header hr html legend main p section summary",
  break: "br",
  heading: "h1 h2 h3 h4 h5 h6",
  list: "ul ol menu",
  item: "li",
  code: "pre",
  table: "table",
  row: "tr",
  cell: "td th",
};
const roles = new Map(
  Object.entries(elements).flatMap(([role, names]) => names.split(" ").map((name) => [name, role as Role] as const)),
);

interface Table {
  readonly rows: string[][];
  /** Whether its first row names the columns. */
  named: boolean;
}

/** A table of data becomes rows that make sense alone; one with headings or tables in it is a layout: its cells are blocks. */
export function createBlocks(writer: DocumentWriter): Blocks {
  let text = "";
  let heading = 0;
  let lists = 0;
  let codes = 0;
  /** The items of the list that is open, lists within it included: lines of one paragraph. */
  let items: string[] = [];
  let marker = "";
  /** The innermost table, for as long as it may be one of data. */
  let table: Table | undefined;

  function endItems(): void {
    writer.paragraph(items.join("\n"));
    items = [];
  }
  function endBlock(): void {
    if (table !== undefined) {
      text += " ";
      return;
    }
    const block = text;
    text = "";
    if (block.trim() === "") return;
    if (lists > 0 && heading === 0) {
      items.push(marker + block.trim());
      marker = "";
      return;
    }
    endItems();
    if (heading > 0) writer.heading(heading, block);
    else if (codes > 0) writer.verbatim(block);
    else writer.paragraph(block);
    heading = 0;
  }
  function endCell(): void {
    if (table !== undefined) table.rows.at(-1)?.push(text);
    else endBlock();
    text = "";
  }
  function endTable(): void {
    const { rows, named } = table ?? { rows: [], named: false };
    table = undefined;
    text = "";
    const lines: string[] = [];
    const reader = readRows(named ? "first" : "none", (line) => lines.push(line));
    for (const row of rows) reader.row(row);
    reader.end();
    items.push(...lines);
    if (lists === 0) endItems();
  }
  function takeAsLayout(): void {
    if (table === undefined) return;
    const cells = table.rows.flat();
    table = undefined;
    endItems();
    for (const cell of cells) writer.paragraph(cell);
    endBlock();
  }

  const opened: Readonly<Record<Role, (element: string) => void>> = {
    block: endBlock,
    break: () => (text += table === undefined ? "\n" : " "),
    heading(element) {
      takeAsLayout();
      endBlock();
      heading = Number(element[1]);
    },
    list() {
      endBlock();
      lists++;
    },
    item() {
      endBlock();
      marker = "- ";
    },
    code() {
      endBlock();
      codes++;
    },
    table() {
      takeAsLayout();
      endBlock();
      table = { rows: [], named: false };
    },
    row() {
      if (table === undefined) endBlock();
      else table.rows.push([]);
    },
    cell(element) {
      if (table === undefined) return endBlock();
      text = "";
      if (table.rows.length === 0) table.rows.push([]);
      if (element === "th" && table.rows.length === 1) table.named = true;
    },
  };
  const closed: Readonly<Record<Role, () => void>> = {
    block: endBlock,
    break() {
      // Written where it opened.
    },
    heading() {
      endBlock();
      heading = 0;
    },
    list() {
      endBlock();
      lists = Math.max(0, lists - 1);
      if (lists === 0) endItems();
    },
    item: endBlock,
    code() {
      endBlock();
      codes = Math.max(0, codes - 1);
    },
    table: () => (table === undefined ? endBlock() : endTable()),
    row: endBlock,
    cell: endCell,
  };

  return {
    open(element) {
      const role = roles.get(element);
      if (role !== undefined) opened[role](element);
    },
    text(data) {
      text += codes > 0 && table === undefined ? data : data.replace(/\s+/g, " ");
    },
    close(element) {
      const role = roles.get(element);
      if (role !== undefined) closed[role]();
    },
    end() {
      if (table !== undefined) endTable();
      endBlock();
      endItems();
    },
  };
}
