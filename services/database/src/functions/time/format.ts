import { partsOf, type DatetimeParts } from "../../values/datetime.ts";
import { atOnce, type Pausing } from "../../turns.ts";
import type { Datetime } from "../../values/value.ts";
import { dayOfYear, floorDivide, isoWeek, nanosOfSecond, weekday } from "./calendar.ts";

const months = "January February March April May June July August September October November December".split(" ");
const days = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split(" ");

/** What stands for others. */
const composed = new Map(
  Object.entries({
    c: "%a %b %e %H:%M:%S %Y",
    D: "%m/%d/%y",
    F: "%Y-%m-%d",
    h: "%b",
    r: "%I:%M:%S %p",
    R: "%H:%M",
    T: "%H:%M:%S",
    v: "%e-%b-%Y",
    x: "%D",
    X: "%T",
    "+": "%Y-%m-%dT%H:%M:%S%.f%:z",
  }),
);

/** A number with its width and what usually fills it. */
interface Numeric {
  readonly width: number;
  readonly fill: "0" | " ";
  readonly of: (parts: DatetimeParts, moment: Datetime) => number;
}

const zeros = (width: number, of: Numeric["of"]): Numeric => ({ width, fill: "0", of });
const spaces = (width: number, of: Numeric["of"]): Numeric => ({ width, fill: " ", of });
const hour12 = (parts: DatetimeParts): number => parts.hour % 12 || 12;
const within100 = (year: number): number => ((year % 100) + 100) % 100;

const numerics = new Map<string, Numeric>(
  Object.entries({
    C: zeros(2, (parts) => Math.floor(parts.year / 100)),
    d: zeros(2, (parts) => parts.day),
    e: spaces(2, (parts) => parts.day),
    f: zeros(9, (parts) => parts.nanosecond),
    g: zeros(2, (_parts, moment) => within100(isoWeek(moment).year)),
    G: zeros(4, (_parts, moment) => isoWeek(moment).year),
    H: zeros(2, (parts) => parts.hour),
    I: zeros(2, hour12),
    j: zeros(3, (_parts, moment) => dayOfYear(moment)),
    k: spaces(2, (parts) => parts.hour),
    l: spaces(2, hour12),
    m: zeros(2, (parts) => parts.month),
    M: zeros(2, (parts) => parts.minute),
    q: zeros(1, (parts) => Math.ceil(parts.month / 3)),
    s: zeros(1, (_parts, moment) => Number(floorDivide(moment.nanos, nanosOfSecond))),
    S: zeros(2, (parts) => parts.second),
    u: zeros(1, (_parts, moment) => weekday(moment)),
    U: zeros(2, (_parts, moment) => Math.floor((dayOfYear(moment) + 6 - (weekday(moment) % 7)) / 7)),
    V: zeros(2, (_parts, moment) => isoWeek(moment).week),
    w: zeros(1, (_parts, moment) => weekday(moment) % 7),
    W: zeros(2, (_parts, moment) => Math.floor((dayOfYear(moment) + 7 - weekday(moment)) / 7)),
    y: zeros(2, (parts) => within100(parts.year)),
    Y: zeros(4, (parts) => parts.year),
  }),
);

const texts = new Map<string, (parts: DatetimeParts, moment: Datetime) => string>(
  Object.entries({
    "%": () => "%",
    a: (_parts: DatetimeParts, moment: Datetime) => (days[weekday(moment) - 1] ?? "").slice(0, 3),
    A: (_parts: DatetimeParts, moment: Datetime) => days[weekday(moment) - 1] ?? "",
    b: (parts: DatetimeParts) => (months[parts.month - 1] ?? "").slice(0, 3),
    B: (parts: DatetimeParts) => months[parts.month - 1] ?? "",
    n: () => "\n",
    p: (parts: DatetimeParts) => (parts.hour < 12 ? "AM" : "PM"),
    P: (parts: DatetimeParts) => (parts.hour < 12 ? "am" : "pm"),
    t: () => "\t",
    z: () => "+0000",
    Z: () => "UTC",
  }),
);

/** What has more than one letter behind the percent sign. */
const long: readonly (readonly [name: string, text: (parts: DatetimeParts) => string])[] = [
  [":::z", () => "+00"],
  ["::z", () => "+00:00:00"],
  [":z", () => "+00:00"],
  [".f", (parts) => shortFraction(parts.nanosecond)],
  [".3f", (parts) => `.${fraction(parts, 3)}`],
  [".6f", (parts) => `.${fraction(parts, 6)}`],
  [".9f", (parts) => `.${fraction(parts, 9)}`],
  ["3f", (parts) => fraction(parts, 3)],
  ["6f", (parts) => fraction(parts, 6)],
  ["9f", (parts) => fraction(parts, 9)],
];

/** Parts of a format that are written without a pause. */
const partsOfPause = 512;

/** A moment in a format of strftime, in UTC. Undefined where the format is none. Others may have their turns. */
export function* formatDatetime(moment: Datetime, format: string): Pausing<string | undefined> {
  const parts = partsOf(moment);
  let text = "";
  let written = 0;
  for (let at = 0; at < format.length;) {
    const percent = format.indexOf("%", at);
    text += format.slice(at, percent === -1 ? undefined : percent);
    if (percent === -1) break;
    const item = formatItem(format, percent + 1, parts, moment);
    if (item === undefined) return undefined;
    text += item.text;
    at = item.end;
    written += 1;
    if (written % partsOfPause === 0) yield;
  }
  return text;
}

interface Item {
  readonly text: string;
  readonly end: number;
}

function formatItem(format: string, at: number, parts: DatetimeParts, moment: Datetime): Item | undefined {
  const found = long.find(([name]) => format.startsWith(name, at));
  if (found !== undefined) return { text: found[1](parts), end: at + found[0].length };
  const first = format[at] ?? "";
  const padding = first === "-" || first === "_" || first === "0" ? first : undefined;
  const letter = padding === undefined ? first : (format[at + 1] ?? "");
  const end = at + (padding === undefined ? 1 : 2);
  const numeric = numerics.get(letter);
  if (numeric !== undefined) return { text: pad(numeric, numeric.of(parts, moment), padding), end };
  const more = composed.get(letter);
  const text = texts.get(letter)?.(parts, moment) ?? (more === undefined ? undefined : atOnce(formatDatetime(moment, more)));
  return text === undefined || padding !== undefined ? undefined : { text, end };
}

/** Years beyond four digits have their sign, which counts as a digit. */
function pad(numeric: Numeric, number: number, padding: "-" | "_" | "0" | undefined): string {
  const sign = number < 0 ? "-" : numeric.width === 4 && number > 9999 ? "+" : "";
  const digits = String(Math.abs(number));
  if (padding === "-") return sign + digits;
  const fill = padding === undefined ? numeric.fill : padding === "_" ? " " : "0";
  return fill === "0" ? sign + digits.padStart(numeric.width, "0") : (sign + digits).padStart(numeric.width, " ");
}

function fraction(parts: DatetimeParts, digits: number): string {
  return String(parts.nanosecond).padStart(9, "0").slice(0, digits);
}

/** As many digits, in steps of three, as there are. */
function shortFraction(nanosecond: number): string {
  if (nanosecond === 0) return "";
  const digits = String(nanosecond).padStart(9, "0");
  if (digits.endsWith("000000")) return `.${digits.slice(0, 3)}`;
  return digits.endsWith("000") ? `.${digits.slice(0, 6)}` : `.${digits}`;
}
