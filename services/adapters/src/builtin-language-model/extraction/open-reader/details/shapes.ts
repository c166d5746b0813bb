import { anyOf } from "../../words.ts";

/** What kind of thing a value is by its form alone; undefined where it may be anything. */
export type Shape = "when" | "figure" | "code" | "name";

const maxWords = 8;

const month = anyOf(
  "jan(?:uary)?, feb(?:ruary)?, mar(?:ch)?, apr(?:il)?, may, june?, july?, aug(?:ust)?, sept?(?:ember)?, oct(?:ober)?, nov(?:ember)?, dec(?:ember)?",
);
const weekday = "(?:mon|tue|tues|wed|weds|thu|thur|thurs|fri|sat|sun)(?:day|nesday|sday|rsday|urday)?s?";
const unitOfTime =
  /^(?:minute|min|hour|day|weekday|night|week|weekend|fortnight|month|quarter|term|season|year|morning|afternoon|evening|spring|summer|autumn|fall|winter|am|pm)s?['’]?$/i;
const dayWord =
  "(?:today|tomorrow|yesterday|tonight|easter|christmas|noon|midnight|weekdays|weekends|mornings|afternoons|evenings)";
const countWord =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|every|each|next|last|this|mid|early|late|end|start|beginning)$/i;
/** A word that makes a text a time. */
const time = new RegExp(
  String.raw`^(?:(?:mid-)?${month}\.?|(?:mid-)?${weekday}|${dayWord}|(?:19|20)\d\d(?:/\d\d)?|\d{1,2}[:.]\d\d(?:\s?[ap]m)?h?|\d{1,2}\s?[ap]m|\d{4}-\d\d(?:-\d\d)?|\d{1,2}[./]\d{1,2}[./](?:\d{2}|\d{4})|\d{1,2}/\d{4}|q[1-4]|\d{1,2}(?:st|nd|rd|th)|\d{1,2}[:.]\d\d[-–]\d{1,2}[:.]\d\d|${weekday}[-–]${weekday}|${month}[-–]${month})$`,
  "iu",
);
/** Words that stand between the words of a time. */
const betweenTimes =
  /^(?:\d{1,3}|\d{1,2}\.|\d{1,2}[-–]\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|past|quarter|a|an|the|of|and|to|till|until|from|between|since|before|after|by|on|in|at|for|around|about|over|every|each|other|second|third|last|first|next|this|coming|early|mid|late|end|start|beginning|ago|now|only|both|o'clock|h|[-–+&]|daily|weekly|monthly|twice|once)$/i;

const number = String.raw`\d[\d.,'’]*(?:[-–]\d[\d.,]*)?(?:k|m|bn|mn|%|st|nd|rd|th)?`;
const numberWord =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|half)";
const bounding = /^(?:about|around|approx\.?|ca\.?|c\.|under|over|max\.?|min\.?|only)$/i;
const figureWord = new RegExp(String.raw`^[€$£¥]?${number}[€$£%]?\p{L}{0,4}$`, "u");
const unitWord = /^(?:\p{L}[\p{L}'’./²³°%€-]{0,30}|[€$£%]|\/)$/u;

/** "about 60,000 km", "NOK 2.1 million", "500 mg twice daily" */
function isFigure(words: readonly string[]): boolean {
  const from = bounding.test(words[0] ?? "") ? 1 : 0;
  const at = /^(?:[€$£¥]|[A-Z]{2,3})$/.test(words[from] ?? "") ? from + 1 : from;
  const units = words.slice(at + 1);
  return figureWord.test(words[at] ?? "") && units.length < 5 && units.every((word) => unitWord.test(word));
}

const counted = new RegExp(String.raw`^${numberWord}(?:\s\p{Ll}[\p{L}'’-]*)?(?:\s\p{Ll}[\p{L}'’-]*){0,3}$`, "iu");

const codeWord = /^[\p{Lu}\d#][\p{Lu}\d#*/._+-]*$/u;
const nameWord = /^[\p{Lu}\d"“(&][\p{L}\p{N}"”).&'’/+#_-]*$/u;
const joining = /^(?:of|and|de|la|le|del|da|di|du|van|von|der|den|dos|the|at|for|y|e|negative|positive)$/;

/** Whether every word of a text is one of a time ("between 3 and 7 March", "Thursdays 18:00", "two years"). */
export function isWhen(text: string): boolean {
  // "start on 1 May" has a label.
  if (/\b(?:start|end|beginning)\b(?!\sof\b)/i.test(text)) return false;
  const words = text.split(/\s+/);
  const isCounted = words.some((word) => unitOfTime.test(bare(word))) && words.some((word) => countWord.test(bare(word)));
  if (words.length > 10 || !(isCounted || words.some((word) => time.test(bare(word))))) return false;
  return words.every((word) => time.test(bare(word)) || unitOfTime.test(bare(word)) || betweenTimes.test(bare(word)));
}

function bare(word: string): string {
  return word.replace(/^\(|[,)]$/g, "");
}

/** The form of a value: a time, a figure, a code or a name. */
export function shapeOf(text: string): Shape | undefined {
  const words = text.split(/\s+/);
  if (text === "" || words.length > maxWords) return undefined;
  if (isWhen(text)) return "when";
  if (/\d/.test(text) && words.length <= 3 && words.every((word) => codeWord.test(word))) return "code";
  if (!/\s(?:to|be|and|or|is|that)\s/.test(text) && (isFigure(words) || counted.test(text))) return "figure";
  return /^["“\p{Lu}\d]/u.test(text) && words.every((word) => nameWord.test(word) || joining.test(word)) ? "name" : undefined;
}
