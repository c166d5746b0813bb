import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

const told: readonly (readonly [string, readonly string[]])[] = [
  ["Our dog Pip is a six-year-old whippet.", ["user pet Pip", "Pip species dog", "Pip age six", "Pip is_a whippet"]],
  ["I can get by in Danish.", ["user speaks Danish"]],
  ["I go to the pool on Monday and Friday evenings.", ["user goes_to pool", "user goes_on Monday and Friday evenings"]],
  ["Nora takes 20 mg of omeprazole for acid reflux.", ["Nora takes 20 mg of omeprazole", "Nora health_condition acid reflux"]],
  ["I have Lena as my coach.", ["user coach Lena"]],
  ["Priya's flight to Rome leaves at 22:40.", ["Priya flight_to_rome_leaves_at 22:40"]],
  ["The weekly sync moves to Tuesdays, chaired by Leonie.", ["weekly sync date Tuesdays", "weekly sync chaired_by Leonie"]],
  ["Tidewater Analytics uses Airflow and dbt for its data.", ["Tidewater Analytics uses Airflow", "Tidewater Analytics uses dbt"]],
  [
    "The user asked to be reminded that the lease with Orvik ends on 9 August.",
    ["user reminder lease with Orvik ends on 9 August"],
  ],
  ["Starting at Zalando on the 1st as a product manager.", ["user employer Zalando", "user job_title product manager"]],
];

describe("what stands beside the main thing", () => {
  it.each(told)("is told as well: %s", async (text, facts) => {
    expect(await readFacts(text)).toEqual(expect.arrayContaining([...facts]));
  });
});
