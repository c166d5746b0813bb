/** What is said to hold for a while only: "for the next two weeks". */

const numbers = "a two three four five six seven eight nine ten eleven twelve".split(" ");
const amounts = new Map([...numbers.map((word, i) => [word, i + 1] as const), ["an", 1], ["couple", 3], ["few", 4]]);
const unitDays: Readonly<Record<string, number>> = { day: 1, night: 1, weekend: 7, week: 7, month: 31, year: 366 };
const spans =
  /\bfor the (?:next|coming) (?:(\d{1,3}|an?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|few|couple)(?: of)? )?(day|night|week|month)s?\b/iu;
const rest = /\bfor the (?:rest|remainder) of the (day|weekend|week|month)\b/iu;
const dayMillis = 86_400_000;

/** Until when (RFC 3339) a sentence says that it holds, by an amount of time from when it was said; "" for one that names none. */
export function lapsesAt(sentence: string, saidAt: string): string {
  const said = Date.parse(saidAt);
  const [, amount = "", unit = ""] = spans.exec(sentence) ?? [];
  const [, within = ""] = rest.exec(sentence) ?? [];
  const days = unit !== "" ? countOf(amount) * (unitDays[unit.toLowerCase()] ?? 0) : (unitDays[within.toLowerCase()] ?? 0);
  return days === 0 || Number.isNaN(said) ? "" : new Date(said + days * dayMillis).toISOString();
}

function countOf(amount: string): number {
  return amount === "" ? 1 : (amounts.get(amount.toLowerCase()) ?? (Number(amount) || 1));
}
