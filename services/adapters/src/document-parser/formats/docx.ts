import { openContainer, type Container } from "../container.ts";
import { mainPartOf, relationsOf, titleOf } from "../office.ts";
import type { FormatReader } from "../reader.ts";
import { readRows } from "../rows.ts";
import type { DocumentWriter } from "../writer.ts";
import { readXml } from "../xml.ts";
import { readStyles, type Styles } from "./docx-styles.ts";

/** WordprocessingML (ECMA-376 part 1): paragraphs, headings by style, tables, foot- and endnotes at the end. */
export const readDocx: FormatReader = async ({ bytes, limits }, writer) => {
  const container = await openContainer(bytes, limits);
  const main = (await mainPartOf(container))?.path ?? "";
  const { byType } = await relationsOf(container, main);
  const styles = await readStyles(container.unpack(byType.get("styles") ?? ""));
  await readBody(container, main, styles, writer);
  for (const kind of ["footnotes", "endnotes"]) await readBody(container, byType.get(kind) ?? "", styles, writer);
  return { title: (await titleOf(container)) || writer.leadingHeading, pages: 0 };
};

/** Text that was moved or deleted, and the copy of a drawing for old readers: all of it stands elsewhere, or no longer. */
const unread = new Set(["moveFrom", "del", "Fallback"]);

interface Paragraph {
  text: string;
  level: number;
  listed: boolean;
  contents: boolean;
}

async function readBody(container: Container, part: string, styles: Styles, writer: DocumentWriter): Promise<void> {
  /** A text box is a paragraph inside a paragraph. */
  const open: Paragraph[] = [];
  let items: string[] = [];
  let rows: string[][] = [];
  let named = false;
  let cell = "";
  let tables = 0;
  let skipping = 0;
  let inText = false;

  function endItems(): void {
    writer.paragraph(items.join("\n"));
    items = [];
  }
  function endParagraph(): void {
    const paragraph = open.pop();
    if (paragraph === undefined || paragraph.contents || paragraph.text.trim() === "") return;
    if (tables > 0) cell += ` ${paragraph.text}`;
    else if (paragraph.level > 0) {
      endItems();
      writer.heading(paragraph.level, paragraph.text);
    } else if (paragraph.listed) items.push(`- ${paragraph.text.trim()}`);
    else {
      endItems();
      writer.paragraph(paragraph.text);
    }
  }
  function endTable(): void {
    // Two columns are as often a name and its value as a table with a header that is not marked.
    const guess = rows.some((row) => row.length > 2) ? "guess" : "none";
    const lines: string[] = [];
    const reader = readRows(named ? "first" : guess, (line) => lines.push(line));
    for (const row of rows) reader.row(row);
    reader.end();
    endItems();
    writer.paragraph(lines.join("\n"));
    rows = [];
    named = false;
  }

  await readXml(container.unpack(part), {
    open(name, attributes) {
      if (skipping > 0 || unread.has(name)) {
        skipping++;
        return;
      }
      const paragraph = open.at(-1);
      if (name === "p") open.push({ text: "", level: 0, listed: false, contents: false });
      else if (name === "t") inText = true;
      else if (name === "tbl") tables++;
      else if (name === "tr" && tables === 1) rows.push([]);
      else if (name === "tblHeader" && rows.length === 1) named = true;
      else if (name === "tc" && tables === 1) cell = "";
      if (paragraph === undefined) return;
      if (name === "pStyle") Object.assign(paragraph, styles(attributes["w:val"] ?? ""));
      else if (name === "outlineLvl") paragraph.level = levelOf(attributes["w:val"]);
      else if (name === "numPr") paragraph.listed = true;
      else if (name === "tab") paragraph.text += " ";
      else if (name === "br" || name === "cr") paragraph.text += "\n";
      else if (name === "noBreakHyphen") paragraph.text += "-";
    },
    text(data) {
      const paragraph = open.at(-1);
      if (inText && skipping === 0 && paragraph !== undefined) paragraph.text += data;
    },
    close(name) {
      if (skipping > 0) skipping--;
      else if (name === "t") inText = false;
      else if (name === "p") endParagraph();
      else if (name === "tc" && tables === 1) rows.at(-1)?.push(cell);
      else if (name === "tbl" && --tables === 0) endTable();
    },
  });
  endItems();
}

/** An outline level counts from 0; 9 is body text. */
function levelOf(value: string | undefined): number {
  const level = Number(value);
  return level >= 0 && level < 9 ? level + 1 : 0;
}
