const number = String.raw`(?:\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half(?: an?)?|an?(?: few)?|few|several|the|a? ?couple(?: of)?)`;
const unit =
  "(?:s(?:ec(?:onds?)?)?|m(?:in(?:ute)?s?|os?|ons?|onths?)?|h(?:(?:ou)?rs?)?|d(?:ays?)?|w(?:eeks?)?|q(?:tr|uarters?)?|y(?:(?:ea)?rs?)?)";
const inARow = new RegExp(`(?<!\\d)(?:${number} ?${unit},? ?(?:and )?){5}`, "i");

/**
 * Whether five amounts of time follow one another ("3 days, 2 hours and …"): the date parser's time is exponential in their number,
 * and nobody writes so many.
 */
export function hasManyAmounts(text: string): boolean {
  return inARow.test(text);
}
