/** Whether a text says something: whole words, whatever their case, accents and punctuation. */

const months = "january february march april may june july august september october november december".split(" ");

/** Letters that Unicode does not take apart, as they are written without their sign. */
const letters: Readonly<Record<string, string>> = { ø: "o", ł: "l", ß: "ss", æ: "ae", œ: "oe", đ: "d", ı: "i" };

/** Lower case, without accents, possessives and punctuation; single spaces between words, one before and one behind. */
export function plain(text: string): string {
  const bare = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[øłßæœđı]/g, (letter) => letters[letter] ?? letter)
    .replaceAll(/(?<=\d)[,\u202f](?=\d{3})/g, "")
    .replaceAll(/['’]s\b/g, "")
    .replaceAll(/['’]/g, "");
  return ` ${bare.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

/** Whether one of the spellings stands in the text. `@2025-06-12` and `@2025-06` stand for a date as people write it. */
export function says(text: string, spellings: readonly string[]): boolean {
  const words = plain(text);
  return spellings.flatMap(written).some((spelling) => words.includes(plain(spelling)));
}

function written(spelling: string): string[] {
  const date = /^@(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(spelling);
  if (date === null) return [spelling];
  const [, year = "", number = "", day] = date;
  const long = months[Number(number) - 1] ?? "";
  const names = [long, long.slice(0, 3), ...(long === "september" ? ["sept"] : [])];
  if (day === undefined) return [...names, `${year}-${number}`];
  const of = String(Number(day));
  const ordinal = `${of}${ordinalEnd(Number(day))}`;
  return [
    `${year}-${number}-${day}`,
    ...names.flatMap((name) => [
      `${name} ${of}`,
      `${name} ${ordinal}`,
      `${of} ${name}`,
      `${ordinal} ${name}`,
      `${ordinal} of ${name}`,
    ]),
  ];
}

function ordinalEnd(day: number): string {
  if (day >= 11 && day <= 13) return "th";
  return ["th", "st", "nd", "rd"][day % 10] ?? "th";
}
