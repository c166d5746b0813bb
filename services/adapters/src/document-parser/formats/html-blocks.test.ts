import { describe, expect, it } from "@jest/globals";
import { createWriter } from "../writer.ts";
import { writeHtml } from "./html.ts";

function textOf(html: string): string {
  const writer = createWriter({ maxCharacters: 10_000, maxSections: 100 });
  writeHtml(html, writer);
  return writer.finish().text;
}

describe("The blocks of a page", () => {
  it("are a layout table's cells where it holds tables or headings", () => {
    const layout = "<table><tr><td>left<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>after";
    expect(textOf(layout)).toBe("left\n\na; b\nc; d\n\nafter");
    expect(textOf("<table><tr><td>top<tr><td><h1>Offer</h1><p>Buy</p></table>")).toBe("top\n\nOffer\n\nBuy");
  });

  it("end where elements are left open or close twice", () => {
    expect(textOf("<h1>Open<p>text</h1></ul></pre></table><li>item")).toBe("Open\n\ntext\n\nitem");
  });

  it("keep what lists, headings and code in one another say", () => {
    expect(textOf("<ul><li><p>one</p><p>more</p><li><h2>Head</h2>two</ul>")).toBe("- one\nmore\n\nHead\n\n- two");
  });
});
