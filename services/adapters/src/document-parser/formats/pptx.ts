import { openContainer, type Container } from "../container.ts";
import { mainPartOf, relationsOf, titleOf } from "../office.ts";
import type { FormatReader } from "../reader.ts";
import { readRows } from "../rows.ts";
import { readXml } from "../xml.ts";

/** PresentationML (ECMA-376 part 1): a section for each slide, in the order of showing, its speaker's notes last. */
export const readPptx: FormatReader = async ({ bytes, limits }, writer) => {
  const container = await openContainer(bytes, limits);
  const main = (await mainPartOf(container))?.path ?? "";
  const { byId } = await relationsOf(container, main);
  const slides: string[] = [];
  await readXml(container.unpack(main), {
    open: (name, attributes) => name === "sldId" && slides.push(byId.get(attributes["r:id"] ?? "") ?? ""),
  });
  for (const [i, path] of slides.entries()) {
    const slide = await readShapes(container, path);
    writer.section(i + 1);
    writer.heading(1, slide.title, i + 1);
    for (const block of slide.blocks) writer.paragraph(block);
    const notes = (await relationsOf(container, path)).byType.get("notesSlide");
    if (notes !== undefined) for (const block of (await readShapes(container, notes)).blocks) writer.paragraph(block);
  }
  return { title: (await titleOf(container)) || writer.leadingHeading, pages: slides.length };
};

/** Placeholders that say the same on each slide. */
const repeated = new Set(["sldNum", "dt", "ftr", "hdr", "sldImg"]);

interface Shape {
  kind: string;
  readonly lines: string[];
}

/** A slide's (or a notes page's) title and the texts of its other shapes; a table's rows make sense alone. */
async function readShapes(container: Container, part: string): Promise<{ title: string; blocks: string[] }> {
  let title = "";
  const blocks: string[] = [];
  let shape: Shape | undefined;
  let line = "";
  let inText = false;
  let rows: string[][] | undefined;

  function endShape(): void {
    const { kind, lines } = shape ?? { kind: "", lines: [] };
    shape = undefined;
    if ((kind === "title" || kind === "ctrTitle") && title === "") title = lines.join(" ");
    else if (!repeated.has(kind)) blocks.push(lines.join("\n"));
  }
  function endTable(): void {
    const lines: string[] = [];
    const reader = readRows("guess", (row) => lines.push(row));
    for (const row of rows ?? []) reader.row(row);
    reader.end();
    blocks.push(lines.join("\n"));
    rows = undefined;
  }

  await readXml(container.unpack(part), {
    open(name, attributes) {
      if (name === "sp") shape = { kind: "", lines: [] };
      else if (name === "ph" && shape !== undefined) shape.kind = attributes.type ?? "body";
      else if (name === "tbl") rows = [];
      else if (name === "tr") rows?.push([]);
      else if (name === "tc") rows?.at(-1)?.push("");
      else if (name === "t") inText = true;
      else if (name === "br") line += "\n";
    },
    text: (data) => (line += inText ? data : ""),
    close(name) {
      if (name === "t") inText = false;
      else if (name === "p") {
        const row = rows?.at(-1);
        if (row !== undefined) row.push(`${row.pop() ?? ""} ${line}`);
        else shape?.lines.push(line);
        line = "";
      } else if (name === "sp") endShape();
      else if (name === "tbl") endTable();
    },
  });
  return { title, blocks };
}
