import { describe, expect, it } from "@jest/globals";
import { readFacts } from "./testing/read-facts.ts";

const told: readonly (readonly [string, readonly string[]])[] = [
  ["Our dog Pip is a six-year-old whippet.", ["user pet Pip", "Pip species dog", "Pip age six", "Pip is_a whippet"]],
  ["I bought the car from my uncle, who lives in Bern.", ["user event bought the car from my uncle", "user uncle_residence Bern"]],
  ["My therapist is Dr. Amsel.", ["user therapist Dr. Amsel"]],
  ["My son passed on the third try.", ["user son_event passed on the third try"]],
  ["Standup moved to 9:45.", ["Standup time 9:45"]],
  ["The standup was moved to 9:45.", ["standup time 9:45"]],
  ["The fee was raised from 20 to 25 euros.", ["fee amount 25 euros"]],
  ["Mia is the one who pays the bills.", ["Mia pays bills"]],
  ["Our tool used to be Jira.", ["user former_tool Jira"]],
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
  ["I've been a nurse at St. Brigid's Hospital for six years now.", ["user employer St. Brigid's Hospital"]],
  ["Our rent is 1,450 pounds a month.", ["user rent 1,450 pounds a month"]],
  ["I take 50 mg of sertraline every morning with breakfast.", ["user takes_sertraline_with breakfast"]],
  ["We're flying to Oslo on May 14 and coming back on the 21st.", ["user coming_back_on 21st"]],
  ["I work in VS Code on Ubuntu and use zsh as my shell.", ["user uses VS Code", "user uses Ubuntu", "user shell zsh"]],
  ["I've played the cello since I was nine.", ["user plays cello"]],
  ["I don't drink coffee after noon.", ["user diet don't drink coffee after noon"]],
  [
    "I own a small bakery on Harper Street called Rosalind's.",
    ["Rosalind's is_a small bakery", "Rosalind's location Harper Street"],
  ],
  ["My grandmother turns 90 on August 8.", ["user grandmother_turns 90 on August 8"]],
  ["The Falcon project was moved to Q3.", ["Falcon date Q3"]],
  ["Aunt Ruth's address is 18 Birch Lane, Portland.", ["Ruth address 18 Birch Lane, Portland"]],
  [
    "The nightly backup runs at 02:00 UTC and is kept for 30 days.",
    ["nightly backup runs_at 02:00 UTC", "nightly backup kept_for 30 days"],
  ],
  ["Mara Daniels retired after 22 years at Ridgeview.", ["Mara Daniels former_employer Ridgeview"]],
  ["The migration is blocked until security signs off.", ["migration status blocked until security signs off"]],
  ["Ella is doing well in maths.", ["Ella status doing well in maths"]],
  ["The cabin is booked for six people.", ["cabin booked_for six people"]],
  ["Sam's emergency contact is his brother Theo.", ["Sam emergency_contact Theo"]],
  ["im vegan now, since like two months", ["user diet vegan"]],
  ["im in berlin til sunday", ["user location berlin"]],
  ["i dont eat meat and i cant stand olives", ["user diet dont eat meat", "user dislikes olives"]],
  ["Just a heads-up that I've changed my email to jo.berger@fastmail.example.", ["user email jo.berger@fastmail.example"]],
  ["FYI, the invoice from Delmar is 2,340 EUR.", ["invoice from Delmar amount 2,340 EUR"]],
  ["User uses Python 3.12 with uv and deploys to Fly.io.", ["user uses Python 3.12", "user deploys_to Fly.io"]],
  ["The gym's closed until Monday.", ["gym closed_until Monday"]],
  ["Dana from accounts is on parental leave until the end of May.", ["Dana status on parental leave"]],
  ["Otto got a rash, so the vet has put him on a grain-free kibble.", ["Otto eats grain-free kibble"]],
  [
    "Vela Robotics has 40 employees and its headquarters are in Turin.",
    ["Vela Robotics headcount 40 employees", "Vela Robotics headquarters Turin"],
  ],
  ["Vela Robotics laid off a quarter of its staff, leaving 30 people.", ["Vela Robotics headcount 30 people"]],
  ["Zoë upstairs has our spare key now.", ["Zoë has spare key"]],
  ["The doctor halved my omeprazole to 10 mg.", ["user omeprazole 10 mg"]],
  ["The user's favourite colour is green.", ["user favourite_colour green"]],
  ["The user gave up coffee and drinks rooibos.", ["user gave_up coffee", "user drinks rooibos"]],
  ["Sven has been transferred to Hamburg.", ["Sven work_location Hamburg"]],
  ["I swapped the app for a real Portuguese teacher called Inês.", ["user teacher Inês"]],
  ["Our new landlord is a firm called Brickline.", ["user landlord Brickline"]],
  ["We're five in the household: my husband, his mother, two kids and me.", ["user household_size five"]],
  ["Nadia Petrova joined Halcyon as CFO in 2022 and previously worked at KPMG.", ["Nadia Petrova former_employer KPMG"]],
  ["Ines prefers to be contacted on Signal.", ["Ines prefers contacted on Signal"]],
  ["My old boss at Siemens was Renate Vogt.", ["user former_employer Siemens"]],
  ["The plumber's number is 0172 5550199.", ["plumber number 0172 5550199"]],
  ["My girlfriend is vegan and allergic to soy.", ["user girlfriend_diet vegan"]],
  ["My sister-in-law Marit teaches yoga on Tuesday mornings.", ["Marit teaches yoga", "Marit teaches_yoga_on Tuesday mornings"]],
  ["Henk van Dijk chairs the board.", ["Henk van Dijk chairs board"]],
  ["Sofia is pregnant and due in October.", ["Sofia due October"]],
  ["My wife Anouk works night shifts at the Erasmus hospital.", ["Anouk employer Erasmus hospital"]],
  ["Emre Yildiz is a product designer from Izmir who works for Canopy.", ["Emre Yildiz employer Canopy"]],
];

const unsaid: readonly (readonly [string, string])[] = [
  ["Greta is engaged in a rewrite of the billing service.", "relationship_status"],
  ["Our new landlord is a firm called Brickline.", "landlord firm"],
  ["The user gave up coffee and drinks rooibos.", "gave_up rooibos"],
  ["My sister-in-law Marit teaches yoga on Tuesday mornings.", "appointment"],
  ["I can't stand cilantro, and mushrooms give me a stomach ache.", "mushrooms give"],
  ["Rasmus Holm is our key account manager at Telenor.", "user employer"],
  ["Kestrel replaced Redis with Valkey last month.", "replaces"],
  ["My girlfriend is vegan and allergic to soy.", "partner"],
];

describe("what is not meant", () => {
  it.each(unsaid)("is not read of: %s", async (text, not) => {
    expect((await readFacts(text)).filter((fact) => fact.includes(not))).toEqual([]);
  });
});

const sneering = ["Oh sure, because I just love sitting in traffic.", "Oh great, another meeting at eight."];

describe("what is meant as its opposite", () => {
  it.each(sneering)("is read as nothing: %s", async (text) => expect(await readFacts(text)).toEqual([]));
});

describe("what stands beside the main thing", () => {
  it.each(told)("is told as well: %s", async (text, facts) => {
    expect(await readFacts(text)).toEqual(expect.arrayContaining([...facts]));
  });
});
