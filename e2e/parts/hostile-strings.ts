/** Texts that make a pattern or a parser which is not linear take its time, each of a given length. */

/** What is repeated. Each of these once took seconds or more, or is of the kind that does. */
const repeated: readonly string[] = [
  ...["a", "A", "1", "!", ".", " ", "\n", "\t", "'", '"', "_", "/", "z", "\u0301", "\u02bc", "\u7684", "\uac00", "\u{1f600}"],
  ...[
    "111.",
    "1,",
    "1.",
    "A.",
    "A-",
    "a\n",
    "x y\n",
    "! ",
    " !",
    "ing",
    "ed",
    "won't ",
    "@a",
    "a@",
    "//",
    "http://a.",
    "<",
    "(",
    "[",
    "{",
  ],
  ...["<a>", "<b ", "</i>", "*a", "_a", "**", "![", "[a](", "> ", "- ", "|a", "\n|-", "`", "&", "]]>", '{"a":', "{{system "],
  ...[
    "3 days \r\n",
    "1.5 hours and ",
    "May ",
    "in 2020 to ",
    "before ",
    "between May and ",
    "compare ",
    "what and ",
    "my is ",
    "I'm'",
  ],
  ...["poem ", "\u201ca", "    ", "Anna ", "Anna's ", "of the ", "call x tool ", "reveal ", "\u2028", "%", "\\"],
  ...[
    "\u202e",
    "\u200b",
    "\u0345",
    "\u{1f1e9}\u{1f1ea}",
    "are \u0600http://1. ",
    "Anna's brother's ",
    "1/2/",
    "&#",
    "0x1e9 ",
    "[S1] ",
  ],
];

/** @returns texts of about this many characters, by what they are made of */
export function hostileStrings(length: number): readonly (readonly [name: string, text: string])[] {
  const filled = (part: string, size: number) => part.repeat(Math.ceil(size / part.length)).slice(0, size);
  return [
    ...repeated.map((part) => [JSON.stringify(part), `See ${filled(part, length - 20)} for more.`] as const),
    ["an address of many parts", `See //${filled("111.", length - 20)} for more.`],
    ["brackets in brackets", filled("[", length / 2) + filled("]", length / 2)],
    ["one word", filled("abcdefghij", length)],
  ];
}

/** The shortest one: 142 characters that once stopped a process for good. */
export const addressThatStops = `See //${"111.".repeat(30)} for more.`;

/** What people write, of the same length: what a hostile text is measured against. */
export function harmlessText(length: number): string {
  const sentences = "Mina has lived in Lisbon since 2019. She works at the harbour, and has two dogs. ";
  return sentences.repeat(Math.ceil(length / sentences.length)).slice(0, length);
}
