import { Marked } from "marked";
import { decodeText } from "../decode.ts";
import type { FormatReader } from "../reader.ts";
import { writeHtml } from "./html.ts";

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** CommonMark with GitHub's tables, by way of the HTML that it stands for; the title may stand in front matter. */
export const readMarkdown: FormatReader = async ({ bytes, charset }, writer) => {
  const text = decodeText(bytes, charset);
  const head = frontMatter.exec(text);
  const html = new Marked({ gfm: true, async: false }).parse(text.slice(head?.[0].length ?? 0), { async: false });
  writeHtml(html, writer);
  const title = /^title:[ \t]*(["']?)(.*)\1[ \t]*$/m.exec(head?.[1] ?? "")?.[2] ?? "";
  return { title: title || writer.leadingHeading, pages: 0 };
};
