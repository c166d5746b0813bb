import { zipOf, type ZipEntry } from "./zip.ts";

/** A block of a Word document: a paragraph, a heading with its level, an item of a list, or a table. */
export type DocxBlock =
  | string
  | { readonly heading: string; readonly level: number }
  | { readonly item: string }
  | { readonly rows: readonly (readonly string[])[] };

export interface Slide {
  readonly title?: string;
  readonly body?: readonly string[];
  readonly notes?: string;
}

/** A number with a `format` shows as that; a date is its serial number in the date format. */
export type CellValue = string | number | boolean | { readonly number: number; readonly format: "date" | "percent" };

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly (CellValue | undefined)[])[];
}

export function docxOf(blocks: readonly DocxBlock[], title = ""): Uint8Array {
  const styles = [1, 2, 3, 4, 5, 6].map(
    (level) => `<w:style w:type="paragraph" w:styleId="berschrift${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  return office("word/document.xml", title, [
    part("word/document.xml", `<w:document ${word}><w:body>${blocks.map(docxBlock).join("")}</w:body></w:document>`),
    part("word/styles.xml", `<w:styles ${word}>${styles.join("")}</w:styles>`),
    relations("word/document.xml", [["rId1", "styles", "styles.xml"]]),
  ]);
}

export function pptxOf(slides: readonly Slide[], title = ""): Uint8Array {
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join("");
  return office("ppt/presentation.xml", title, [
    part("ppt/presentation.xml", `<p:presentation ${drawing}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`),
    // The files' numbers run against the order of showing.
    relations(
      "ppt/presentation.xml",
      slides.map((_, i) => [`rId${i + 1}`, "slide", `slides/slide${slides.length - i}.xml`]),
    ),
    ...slides.flatMap((slide, i) => slideParts(slide, slides.length - i)),
  ]);
}

export function xlsxOf(sheets: readonly Sheet[], title = ""): Uint8Array {
  const strings: string[] = [];
  const written = sheets.map((sheet) => sheetXml(sheet, strings));
  const list = sheets.map(({ name }, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join("");
  return office("xl/workbook.xml", title, [
    part("xl/workbook.xml", `<workbook ${sheetNames}><sheets>${list}</sheets></workbook>`),
    ...written.map((xml, i) => part(`xl/worksheets/sheet${i + 1}.xml`, xml)),
    part("xl/sharedStrings.xml", `<sst ${sheetNames}>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join("")}</sst>`),
    part(
      "xl/styles.xml",
      `<styleSheet ${sheetNames}><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    ),
    relations("xl/workbook.xml", [
      ...sheets.map((_, i): [string, string, string] => [`rId${i + 1}`, "worksheet", `worksheets/sheet${i + 1}.xml`]),
      ["rIdS", "sharedStrings", "sharedStrings.xml"],
      ["rIdT", "styles", "styles.xml"],
    ]),
  ]);
}

const header = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const officeRelations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const drawing =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  `xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${officeRelations}"`;
const sheetNames = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${officeRelations}"`;

export const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
export const part = (path: string, xml: string): ZipEntry => ({ path, content: header + xml });

function relations(of: string, targets: readonly (readonly [string, string, string])[]): ZipEntry {
  const cut = of.lastIndexOf("/") + 1;
  const list = targets.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${officeRelations}/${type}" Target="${target}"/>`,
  );
  const names = "http://schemas.openxmlformats.org/package/2006/relationships";
  const xml = `<Relationships xmlns="${names}">${list.join("")}</Relationships>`;
  return part(`${of.slice(0, cut)}_rels/${of.slice(cut)}.rels`, xml);
}

function office(main: string, title: string, parts: readonly ZipEntry[]): Uint8Array {
  const dublinCore = "http://purl.org/dc/elements/1.1/";
  const named = `<dc:title>${escaped(title)}</dc:title>`;
  const core = `<cp:coreProperties xmlns:cp="urn:cp" xmlns:dc="${dublinCore}">${named}</cp:coreProperties>`;
  return zipOf([
    part("[Content_Types].xml", "<Types/>"),
    relations("", [["rId1", "officeDocument", main]]),
    part("docProps/core.xml", core),
    ...parts,
  ]);
}

function docxBlock(block: DocxBlock): string {
  const paragraph = (text: string, properties = "") =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
  if (typeof block === "string") return paragraph(block);
  if ("heading" in block) return paragraph(block.heading, `<w:pStyle w:val="berschrift${block.level}"/>`);
  if ("item" in block) return paragraph(block.item, '<w:numPr><w:ilvl w:val="0"/></w:numPr>');
  const rows = block.rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`);
  return `<w:tbl>${rows.join("")}</w:tbl>`;
}

function slideParts({ title, body = [], notes }: Slide, number: number): ZipEntry[] {
  const shape = (kind: string, lines: readonly string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${kind}"/></p:nvPr></p:nvSpPr><p:txBody>` +
    `${lines.map((line) => `<a:p><a:r><a:t>${escaped(line)}</a:t></a:r></a:p>`).join("")}</p:txBody></p:sp>`;
  const path = `ppt/slides/slide${number}.xml`;
  // The title stands last in the file: its place on the slide counts, not in the file.
  const shapes = shape("body", body) + shape("sldNum", [String(number)]) + (title === undefined ? "" : shape("title", [title]));
  const slide = part(path, `<p:sld ${drawing}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`);
  if (notes === undefined) return [slide];
  return [
    slide,
    part(
      `ppt/notesSlides/notesSlide${number}.xml`,
      `<p:notes ${drawing}><p:cSld><p:spTree>${shape("body", [notes])}</p:spTree></p:cSld></p:notes>`,
    ),
    relations(path, [["rId1", "notesSlide", `../notesSlides/notesSlide${number}.xml`]]),
  ];
}

function sheetXml({ rows }: Sheet, strings: string[]): string {
  const cell = (value: CellValue | undefined, reference: string) => {
    if (value === undefined) return "";
    if (typeof value === "number") return `<c r="${reference}"><v>${value}</v></c>`;
    if (typeof value === "boolean") return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`;
    if (typeof value === "string") return `<c r="${reference}" t="s"><v>${strings.push(value) - 1}</v></c>`;
    return `<c r="${reference}" s="${value.format === "date" ? 1 : 2}"><v>${value.number}</v></c>`;
  };
  const written = rows.map(
    (row, r) => `<row r="${r + 1}">${row.map((value, c) => cell(value, `${column(c)}${r + 1}`)).join("")}</row>`,
  );
  return `<worksheet ${sheetNames}><sheetData>${written.join("")}</sheetData></worksheet>`;
}

/** The letter of a column, up to Z. */
const column = (index: number) => String.fromCharCode(65 + index);
