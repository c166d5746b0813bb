import sanitize from "sanitize-html";
import { wrongArguments } from "../../messages/functions.ts";
import { string } from "../arguments.ts";
import { family, pure } from "../function.ts";

const escapes = new Map(
  Object.entries({
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&apos;",
    "`": "&grave;",
    "/": "&#47;",
    "&": "&amp;",
    "=": "&#61;",
    " ": "&#32;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\f": "&#12;",
    "\r": "&#13;",
    "\0": "&#65533;",
  }),
);

/** Tags within each other cost the square of their number; this many take about a second. */
const mostTags = 30_000;

/** What is kept of a text as HTML: no scripts, no styles, no handlers; links do not tell where they are followed from. */
const options: sanitize.IOptions = {
  allowedTags: (
    "a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details dfn div dl dt em " +
    "figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p pre q rp rt rtc ruby s samp small span " +
    "strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr"
  ).split(" "),
  allowedAttributes: {
    "*": ["lang", "title"],
    a: ["href", "hreflang", "rel"],
    bdo: ["dir"],
    blockquote: ["cite"],
    col: ["align", "char", "charoff", "span"],
    colgroup: ["align", "char", "charoff", "span"],
    del: ["cite", "datetime"],
    hr: ["align", "size", "width"],
    img: ["align", "alt", "height", "src", "width"],
    ins: ["cite", "datetime"],
    ol: ["start"],
    q: ["cite"],
    table: ["align", "char", "charoff", "summary"],
    tbody: ["align", "char", "charoff"],
    td: ["align", "char", "charoff", "colspan", "headers", "rowspan"],
    tfoot: ["align", "char", "charoff"],
    th: ["align", "char", "charoff", "colspan", "headers", "rowspan", "scope"],
    thead: ["align", "char", "charoff"],
    tr: ["align", "char", "charoff"],
  },
  allowedSchemes:
    "bitcoin ftp ftps geo http https im irc ircs magnet mailto mms mx news nntp openpgp4fpr sip sms smsto ssh tel url webcal wtai xmpp".split(
      " ",
    ),
  transformTags: { a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: "noopener noreferrer" } }) },
  nonTextTags: ["script", "style"],
  selfClosing: ["area", "br", "col", "hr", "img", "wbr"],
  disallowedTagsMode: "discard",
};

/** `string::html::…` */
export const html = family("string::html", {
  encode: pure([string], ([text]) => text.replaceAll(/[<>"'`/&= \t\n\f\r\0]/g, (character) => escapes.get(character) ?? character)),
  // Elements without content are written without a slash; no text has this sequence, for `>` is escaped in all of them.
  sanitize: pure([string], ([text], _context, name) => {
    if (text.split("<", mostTags + 1).length > mostTags)
      throw wrongArguments(name, "The string has too many tags to be sanitized.");
    return sanitize(text, options).replaceAll(" />", ">").replaceAll("\u00a0", "&nbsp;");
  }),
});
