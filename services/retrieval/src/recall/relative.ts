/** Who somebody of one's own is: alternatives of a pattern. */
export const kin =
  "sister|brother|sibling|twin|son|daughter|child|kid|stepmother|stepfather|stepson|stepdaughter|mother|father|mum|mom|dad|parents|wife|husband|partner|girlfriend|boyfriend|aunt|uncle|cousin|nephew|niece|grandma|grandpa|grandmother|grandfather|friend|colleague|neighbour|neighbor|boss|roommate|flatmate";
const begins = new RegExp(`^(?:and |but |so )?(?:my|our|the user['\u2019]s) (?:\\p{L}+ )?(${kin})s?\\b`, "iu");

/** "cousin" of "My cousin Ravi eats meat"; undefined for a text that begins with nobody of one's own, or tells of oneself too. */
export function relativeIn(text: string): string | undefined {
  return /\b(?:I|we|me|us)\b/.test(text) ? undefined : begins.exec(text)?.[1]?.toLowerCase();
}
