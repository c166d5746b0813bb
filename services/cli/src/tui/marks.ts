/** The signs that screens are drawn with: box drawing, or ASCII alone for terminals and fonts without it. */

/** Corners clockwise from the top left, then the horizontal, the vertical and the two ends of a rule. */
export interface Border {
  readonly topLeft: string;
  readonly topRight: string;
  readonly bottomRight: string;
  readonly bottomLeft: string;
  readonly horizontal: string;
  readonly vertical: string;
  readonly ruleLeft: string;
  readonly ruleRight: string;
}

export interface Marks {
  readonly ascii: boolean;
  /** Ends a text that was cut. */
  readonly cut: string;
  readonly open: string;
  readonly closed: string;
  readonly bar: string;
  readonly prompt: string;
  readonly connected: string;
  readonly gone: string;
  readonly recording: string;
  readonly times: string;
  readonly separator: string;
  readonly border: Border;
  /** Heavier, so that the focus is seen without colours. */
  readonly focusBorder: Border;
}

const border = (signs: string): Border => {
  const [topLeft = "", topRight = "", bottomRight = "", bottomLeft = "", horizontal = "", vertical = "", ...rule] = signs;
  const [ruleLeft = "", ruleRight = ""] = rule;
  return { topLeft, topRight, bottomRight, bottomLeft, horizontal, vertical, ruleLeft, ruleRight };
};

export const unicodeMarks: Marks = {
  ascii: false,
  cut: "…",
  open: "▾",
  closed: "▸",
  bar: "█",
  prompt: "›",
  connected: "●",
  gone: "○",
  recording: "◉",
  times: "×",
  separator: " · ",
  border: border("╭╮╯╰─│├┤"),
  focusBorder: border("┏┓┛┗━┃┣┫"),
};

export const asciiMarks: Marks = {
  ascii: true,
  cut: "~",
  open: "-",
  closed: "+",
  bar: "#",
  prompt: ">",
  connected: "*",
  gone: "!",
  recording: "@",
  times: "x",
  separator: " | ",
  border: border("++++-|++"),
  focusBorder: border("****=|**"),
};
