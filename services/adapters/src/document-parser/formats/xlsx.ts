import { openContainer, type Container } from "../container.ts";
import { mainPartOf, relationsOf, titleOf } from "../office.ts";
import type { FormatReader } from "../reader.ts";
import { readRows } from "../rows.ts";
import { readXml } from "../xml.ts";
import { presentNumber, readNumberKinds, type NumberKind } from "./xlsx-numbers.ts";

/** SpreadsheetML (ECMA-376 part 1): a section for each sheet, each row as a line that makes sense alone. */
export const readXlsx: FormatReader = async ({ bytes, limits }, writer) => {
  const container = await openContainer(bytes, limits);
  const main = (await mainPartOf(container))?.path ?? "";
  const { byId, byType } = await relationsOf(container, main);
  const book = await readBook(container, main);
  const strings = await readStrings(container, byType.get("sharedStrings") ?? "");
  const kinds = await readNumberKinds(container.unpack(byType.get("styles") ?? ""));

  for (const [i, { name, id }] of book.sheets.entries()) {
    let begun = false;
    const rows = readRows("guess", (line) => {
      if (!begun) writer.heading(1, name, i + 1);
      begun = true;
      writer.line(line);
    });
    await readSheet(container, byId.get(id) ?? "", (row) =>
      rows.row(Array.from(row, (cell) => (cell === undefined ? "" : present(cell, strings, kinds, book.from1904)))),
    );
    rows.end();
  }
  return { title: await titleOf(container), pages: book.sheets.length };
};

interface Book {
  readonly sheets: { readonly name: string; readonly id: string }[];
  /** Whether days are counted from 1904 instead of 1900. */
  from1904: boolean;
}

async function readBook(container: Container, part: string): Promise<Book> {
  const book: Book = { sheets: [], from1904: false };
  await readXml(container.unpack(part), {
    open(name, attributes) {
      if (name === "sheet") book.sheets.push({ name: attributes.name ?? "", id: attributes["r:id"] ?? "" });
      else if (name === "workbookPr") book.from1904 = attributes.date1904 === "1" || attributes.date1904 === "true";
    },
  });
  return book;
}

/** The texts that cells share, each without its phonetic reading. */
async function readStrings(container: Container, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let inText = false;
  let phonetic = false;
  await readXml(container.unpack(part), {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") phonetic = true;
      else if (name === "t") inText = !phonetic;
    },
    text: (data) => (text += inText ? data : ""),
    close(name) {
      if (name === "t") inText = false;
      else if (name === "rPh") phonetic = false;
      else if (name === "si") strings.push(text);
    },
  });
  return strings;
}

interface Cell {
  readonly type: string;
  readonly style: number;
  value: string;
}

/** @param emit called with each row; a cell's index is its column */
async function readSheet(container: Container, part: string, emit: (row: (Cell | undefined)[]) => void): Promise<void> {
  let row: (Cell | undefined)[] = [];
  let cell: Cell | undefined;
  let inValue = false;
  await readXml(container.unpack(part), {
    open(name, attributes) {
      if (name === "row") row = [];
      else if (name === "c") {
        cell = { type: attributes.t ?? "n", style: Number(attributes.s ?? 0), value: "" };
        row[columnOf(attributes.r ?? "") ?? row.length] = cell;
      } else if (name === "v" || name === "t") inValue = true;
    },
    text(data) {
      if (inValue && cell !== undefined) cell.value += data;
    },
    close(name) {
      if (name === "v" || name === "t") inValue = false;
      else if (name === "c") cell = undefined;
      else if (name === "row") emit(row);
    },
  });
}

/** The column of a reference such as "AB12", from 0; undefined where it is none. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function present(cell: Cell, strings: readonly string[], kinds: readonly NumberKind[], from1904: boolean): string {
  switch (cell.type) {
    case "s":
      return strings[Number(cell.value)] ?? "";
    case "b":
      return cell.value === "1" ? "true" : "false";
    case "n":
      return presentNumber(cell.value, kinds[cell.style] ?? "plain", from1904);
    default:
      return cell.value;
  }
}
