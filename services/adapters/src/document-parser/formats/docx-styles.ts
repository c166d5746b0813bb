import { readXml } from "../xml.ts";

/** What a paragraph's style says of it: a heading's level (0 for none), and whether it is a line of a table of contents. */
export type Styles = (id: string) => { readonly level: number; readonly contents: boolean };

interface Style {
  name: string;
  basedOn: string;
  outline: number;
}

/** Styles are named in the language of who wrote the document; the built-in ones keep their English names, whatever their id. */
export async function readStyles(chunks: AsyncIterable<Uint8Array>): Promise<Styles> {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  await readXml(chunks, {
    open(name, attributes) {
      if (name === "style") {
        style = { name: "", basedOn: "", outline: Number.NaN };
        styles.set(attributes["w:styleId"] ?? "", style);
      } else if (style === undefined) return;
      else if (name === "name") style.name = (attributes["w:val"] ?? "").toLowerCase();
      else if (name === "basedOn") style.basedOn = attributes["w:val"] ?? "";
      else if (name === "outlineLvl") style.outline = Number(attributes["w:val"]);
    },
    close(name) {
      if (name === "style") style = undefined;
    },
  });

  function levelOf(id: string, steps: number): number {
    const found = styles.get(id);
    // A document may use the usual ids without describing them.
    const name = found?.name ?? id.toLowerCase();
    const numbered = /^heading ?([1-9])$/.exec(name)?.[1];
    if (numbered !== undefined) return Number(numbered);
    if (name === "title") return 1;
    if (found === undefined) return 0;
    if (!Number.isNaN(found.outline)) return found.outline < 9 ? found.outline + 1 : 0;
    return found.basedOn === "" || steps === 0 ? 0 : levelOf(found.basedOn, steps - 1);
  }
  return (id) => ({ level: levelOf(id, 10), contents: /^toc ?[1-9]$/.test(styles.get(id)?.name ?? id.toLowerCase()) });
}
