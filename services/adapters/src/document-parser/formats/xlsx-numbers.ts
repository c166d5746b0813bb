import { readXml } from "../xml.ts";

export type NumberKind = "plain" | "percent" | "date";

/** Which kind of number each cell style shows (ECMA-376 part 1, 18.8.30 numFmt), by its index. */
export async function readNumberKinds(chunks: AsyncIterable<Uint8Array>): Promise<NumberKind[]> {
  const codes = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  await readXml(chunks, {
    open(name, attributes) {
      if (name === "numFmt") codes.set(Number(attributes.numFmtId), attributes.formatCode ?? "");
      else if (name === "cellXfs") inCells = true;
      else if (name === "xf" && inCells) kinds.push(kindOf(Number(attributes.numFmtId), codes));
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return kinds;
}

/** Ids of the date and time formats that a workbook does not describe. */
const builtInDates: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];

function kindOf(format: number, codes: ReadonlyMap<number, string>): NumberKind {
  const code = codes.get(format);
  if (code === undefined) {
    if (format === 9 || format === 10) return "percent";
    return builtInDates.some(([first, last]) => format >= first && format <= last) ? "date" : "plain";
  }
  // What stands in quotes, in brackets or behind a backslash is shown as it is.
  const bare = code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, "");
  if (bare.includes("%")) return "percent";
  return /[ymdhs]/i.test(bare.replace(/general|e[+-]/gi, "")) ? "date" : "plain";
}

const daysTo1970 = { from1900: 25_569, from1904: 24_107 };

/** A number as a person reads it in the sheet: without the noise of binary fractions, dates in ISO 8601. */
export function presentNumber(value: string, kind: NumberKind, from1904: boolean): string {
  const number = Number(value);
  if (value.trim() === "" || Number.isNaN(number)) return value;
  if (kind === "percent") return `${tidy(number * 100)}%`;
  if (kind === "plain") return tidy(number);
  const days = from1904 ? daysTo1970.from1904 : daysTo1970.from1900;
  const time = new Date(Math.round((number - days) * 86_400) * 1000);
  if (Number.isNaN(time.getTime())) return value;
  const [day = "", clock = ""] = time.toISOString().slice(0, 19).split("T");
  const short = clock.replace(/:00$/, "");
  if (number >= 0 && number < 1) return short;
  return Number.isInteger(number) ? day : `${day} ${short}`;
}

const tidy = (number: number): string => String(Number(number.toPrecision(15)));
