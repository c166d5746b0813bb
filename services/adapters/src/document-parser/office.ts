import { posix } from "node:path";
import type { Container } from "./container.ts";
import { lineOf } from "./normal-text.ts";
import { readXml } from "./xml.ts";

/** A part's relations: where each id, and each last word of a type ("styles", "notesSlide"), leads. */
export interface Relations {
  readonly byId: ReadonlyMap<string, string>;
  readonly byType: ReadonlyMap<string, string>;
}

/** The relations of a part of an Office Open XML package (ECMA-376 part 2); "" for the package itself. */
export async function relationsOf(container: Container, part: string): Promise<Relations> {
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  const folder = posix.dirname(part);
  await readXml(container.unpack(posix.join(folder, "_rels", `${posix.basename(part)}.rels`)), {
    open(name, attributes) {
      if (name !== "Relationship" || attributes.TargetMode === "External") return;
      const target = posix.join("/", folder, attributes.Target ?? "").slice(1);
      const path = attributes.Target?.startsWith("/") ? attributes.Target.slice(1) : target;
      byId.set(attributes.Id ?? "", path);
      byType.set(posix.basename(attributes.Type ?? ""), path);
    },
  });
  return { byId, byType };
}

export type OfficeFormat = "docx" | "pptx" | "xlsx";

const usualParts: readonly [OfficeFormat, string][] = [
  ["docx", "word/document.xml"],
  ["pptx", "ppt/presentation.xml"],
  ["xlsx", "xl/workbook.xml"],
];

/** Which kind of office document a container holds, and in which part; undefined where it holds none. */
export async function mainPartOf(container: Container): Promise<{ format: OfficeFormat; path: string } | undefined> {
  const named = (await relationsOf(container, "")).byType.get("officeDocument");
  for (const [format, usual] of usualParts) {
    const path = named !== undefined && posix.dirname(named) === posix.dirname(usual) ? named : usual;
    if (container.has(path)) return { format, path };
  }
  return undefined;
}

/** The title in the document's properties; "" for none. */
export async function titleOf(container: Container): Promise<string> {
  let title = "";
  let inside = false;
  await readXml(container.unpack("docProps/core.xml"), {
    open: (name) => (inside = name === "title"),
    close: () => (inside = false),
    text: (data) => (title += inside ? data : ""),
  });
  return lineOf(title);
}
