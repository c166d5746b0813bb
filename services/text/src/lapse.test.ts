import { expect, it } from "@jest/globals";
import { lapsesAt } from "./lapse.ts";

it.each([
  ["I'm taking the tram for the next two weeks.", "2025-03-24"],
  ["Bo covers for Pia for the coming month.", "2025-04-10"],
  ["She stays with us for the rest of the week.", "2025-03-17"],
  ["The lift is out of order for the next 10 days.", "2025-03-20"],
  ["I lived there for two weeks.", ""],
  ["I take the tram.", ""],
])("until when a sentence holds by its own words: %s", (sentence, day) => {
  expect(lapsesAt(sentence, "2025-03-10T09:00:00Z").slice(0, 10)).toBe(day);
});
