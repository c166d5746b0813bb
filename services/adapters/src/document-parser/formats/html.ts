import { Parser } from "htmlparser2";
import { decodeText } from "../decode.ts";
import { lineOf } from "../normal-text.ts";
import { createNesting } from "../nesting.ts";
import type { FormatReader } from "../reader.ts";
import type { DocumentWriter } from "../writer.ts";
import { createBlocks } from "./html-blocks.ts";

export const readHtml: FormatReader = async ({ bytes, charset }, writer) => {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 1024));
  const named = /<meta[^<>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1] ?? "";
  const { title } = writeHtml(decodeText(bytes, charset, named), writer);
  return { title: lineOf(title) || writer.leadingHeading, pages: 0 };
};

/** What a reader does not see as text, and navigation, which is no part of what the page says. */
const unread = new Set(
  "script style template noscript nav svg math iframe object canvas audio video select button textarea".split(" "),
);

const isHidden = (attributes: Readonly<Record<string, string>>) =>
  attributes.hidden !== undefined || /display\s*:\s*none/i.test(attributes.style ?? "");

/** Writes what a reader of the page would see. Nothing that it refers to is fetched. */
export function writeHtml(html: string, writer: DocumentWriter): { readonly title: string } {
  const page = createBlocks(writer);
  const nesting = createNesting();
  let title = "";
  let inTitle = false;
  /** The element that is left out with all that is in it, and how many of its name are open. */
  let skipped = "";
  let depth = 0;

  const parser = new Parser({
    onopentag(name, attributes) {
      nesting.open();
      if (skipped === "" && (unread.has(name) || isHidden(attributes))) skipped = name;
      if (skipped !== "") depth += name === skipped ? 1 : 0;
      else if (name === "title") inTitle = true;
      else page.open(name);
    },
    ontext(data) {
      if (skipped !== "") return;
      if (inTitle) title += data;
      else page.text(data);
    },
    onclosetag(name) {
      nesting.close();
      if (skipped !== "") {
        depth -= name === skipped ? 1 : 0;
        if (depth === 0) skipped = "";
      } else if (name === "title") inTitle = false;
      else page.close(name);
    },
  });
  parser.write(html);
  parser.end();
  page.end();
  return { title };
}
