import MarkdownIt from "markdown-it";
import { decodeText } from "../decode.ts";
import type { FormatReader } from "../reader.ts";
import { writeHtml } from "./html.ts";

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;
/** Time grows with the square of what emphasis, links and the like are looked for in; a longer paragraph stands as it is written. */
const longestInline = 4_000;

/** CommonMark with GitHub's tables, by way of the HTML that it stands for; the title may stand in front matter. */
export const readMarkdown: FormatReader = async ({ bytes, charset }, writer) => {
  const text = decodeText(bytes, charset);
  const head = frontMatter.exec(text);
  writeHtml(markdown().render(text.slice(head?.[0].length ?? 0)), writer);
  const title = (/^title:(.*)$/m.exec(head?.[1] ?? "")?.[1] ?? "").trim().replace(/^(["'])(.*)\1$/, "$2");
  return { title: title || writer.leadingHeading, pages: 0 };
};

function markdown() {
  const reader = new MarkdownIt({ html: true });
  const parse = reader.inline.parse.bind(reader.inline);
  reader.inline.parse = (source, own, env, tokens) => {
    if (source.length <= longestInline) return parse(source, own, env, tokens);
    const token = new reader.core.State("", reader, {}).Token;
    const plain = new token("text", "", 0);
    plain.content = source;
    tokens.push(plain);
  };
  return reader;
}
