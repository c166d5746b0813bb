import { expect, it } from "@jest/globals";
import { introductionsIn, namesOfOthers } from "./introductions.ts";
import { otherNamesIn } from "./other-names.ts";

const told = (text: string) =>
  introductionsIn(text).map(({ key, value, start, end }) => `${key} ${value} ${text.slice(start, end).length > 0}`);

it.each([
  ["Hi, this is Ana from sales.", ["given_name Ana true"]],
  ["Hello team, this is Ana Silva here.", ["full_name Ana Silva true"]],
  ["Everyone calls me Fitz.", ["nickname Fitz true"]],
  ["I go by Kit", ["nickname Kit true"]],
  ["Can you move my appointment?\n\nBest regards,\nAna Silva", ["full_name Ana Silva true"]],
  ["I'll be late today.\n— Ana", ["given_name Ana true"]],
  ["I'm Nadia too, from Lille.", ["origin Lille true"]],
  ["This is Ana, my sister.", []],
  ["Hello, Solveig speaking. I run a shop.", ["given_name Solveig true"]],
  ["Hey there! Name's Ottilie. I'm new here.", ["given_name Ottilie true"]],
  ["The people here, mostly.", []],
  ["Minutes of the meeting\n\nThanks,\nAna", []],
  ["I like it.\n\nThanks,\nEveryone", []],
  ["My friends call me.", []],
  ["My full name is Sebastiaan van der Meulen but please call me Bas.", ["nickname Bas true"]],
  ["Call me Ishmael.", ["nickname Ishmael true"]],
  ["Don't call me Monday morning, I sleep.", []],
  ["My students all call me Frau Doktor.", ["nickname Frau Doktor true"]],
  ["I'm known to my team as Kit.", ["nickname Kit true"]],
  ["It's Jaan, by the way, not Jan. I'm Estonian.", ["given_name Jaan true"]],
  ["It's Monday, not Sunday.", []],
])("%j introduces its speaker as %j", (text, expected) => {
  expect(told(text)).toEqual(expected);
});

it("reads by what else somebody is known, and whom a sentence tells apart", () => {
  expect(otherNamesIn("Robert Tanner, better known as Bob, lives here. Lena Park a.k.a. Lee.")).toMatchObject([
    { who: "Robert Tanner", value: "Bob" },
    { who: "Lena Park", value: "Lee" },
  ]);
  expect([...namesOfOthers("Another Nadia at work lives in Metz.")]).toEqual(["Nadia"]);
});

it.each([
  ["My friend Alejandro, everyone calls him Jandro, plays the oboe.", ["Alejandro = Jandro"]],
  ["My grandmother's name is Wilhelmina but we call her Nana Mina.", ["Wilhelmina = Nana Mina"]],
  ["The full name is Bartholomew Quigley, but he goes by Bart.", ["Bartholomew Quigley = Bart"]],
  ["Elizabeth Warren-Smith, called Liz, is our notary.", ["Elizabeth Warren-Smith = Liz"]],
  ["Jürgen Kessler (JK) runs the workshop.", ["Jürgen Kessler = JK"]],
  ["Jürgen Kessler (CEO) runs the workshop.", []],
  ["This is Maximilian, Max for short.", ["Maximilian = Max"]],
  ["Please call her Monday. We call her.", []],
  ["Maria called Bob.", []],
  ["Maria has a dog, everyone calls him Rex.", []],
  ["I saw Jack. We call him Bobby.", []],
  ["Elizabeth Hartley, whom everyone calls Liz, manages the front desk.", ["Elizabeth Hartley = Liz"]],
  ['Alexandra Petrova ("Sasha") joined the team.', ["Alexandra Petrova = Sasha"]],
  ["Robert Achterberg drives the bus. The children call him Bob.", ["Robert Achterberg = Bob"]],
  ["My uncle José Luis keeps bees outside Jaén. At home he's just Pepe.", ["José Luis = Pepe"]],
  ["Sebastiaan van der Meulen, known to his friends as Bas, rides a bike.", ["Sebastiaan van der Meulen = Bas"]],
  ["Zhang Wei, who signs as Wei Zhang in English, runs our office.", ["Zhang Wei = Wei Zhang"]],
  ["Grandma's name was Sulekha Mukherjee, née Banerjee.", ["Sulekha Mukherjee = Sulekha Banerjee"]],
  ["Ana Holt (formerly Ana Sund) is back.", ["Ana Holt = Ana Sund"]],
  ["The Data Platform team (short: DP) has seven people.", ["Data Platform = DP"]],
  ["NYC is short for New York City, obviously.", ["New York City = NYC"]],
  ["Farida Khan works here. She answers to Fari.", ["Farida Khan = Fari"]],
  ["The user introduced herself as Ngozi.", ["user = Ngozi"]],
  ["The user prefers to be called Kit.", ["user = Kit"]],
  ["By the way, Little Foot and Mireille Caron are the same person.", ["Little Foot = Mireille Caron"]],
  ["Ana Holt is the same woman as Ana Sund.", ["Ana Holt = Ana Sund"]],
  ["Ana Holt is not the same woman as Ana Sund. Ana and Ben are the same age.", []],
  ["Jonas Berg (Oslo) and Mia (CEO) met.", []],
  ["Ana and Ben called Cleo.", []],
  ["Ana has a son. They call him Bob.", []],
  ["Maria Lund was born in Oslo. She is just Norwegian.", []],
  ["I misspelled it: Katrina Boyd is really written Catriona Boyd.", ["Katrina Boyd = Catriona Boyd"]],
  ["Pinto Software has been renamed: the company is called Oriel from today.", ["Pinto Software = Oriel"]],
  ["Hanne Brekke got married and is called Hanne Solvang now.", ["Hanne Brekke = Hanne Solvang"]],
  ["Bernard Achterberg performs under the name DJ Lumen.", ["Bernard Achterberg = DJ Lumen"]],
  ["Judith Walker signs everything with her initials, JRW.", ["Judith Walker = JRW"]],
  ["Judith Walker lost her initials, and Bo found them.", []],
  ["Beatrice Lund (Bea for short) sings.", ["Beatrice Lund = Bea"]],
  ["The Old Mill, which everyone calls the Shed, is ours.", ["Old Mill = Shed"]],
  ["Our dog is called Barnaby, but we say Barney.", ["Barnaby = Barney"]],
  ["She is called Gertrud Maier, but to all of us she is Oma Trudi.", ["Gertrud Maier = Oma Trudi"]],
  ["Christopher Bell, whose stage name is Kit, plays bass.", ["Christopher Bell = Kit"]],
  ["Kit (real name Christopher Bell) plays bass.", ["Kit = Christopher Bell"]],
  ["User (Ayla) works as a translator.", ["user = Ayla"]],
  ["The user, Jonas, is training for a marathon.", ["user = Jonas"]],
  ["The user, Ana, and Bo met. User, Bob and Carl are in.", []],
])("reads in %j the other names %j", (text, expected) => {
  expect(otherNamesIn(text).map(({ who, value }) => `${who} = ${value}`)).toEqual(expected);
});

it("reads hostile text in little time", () => {
  const begun = performance.now();
  for (const text of [
    "A ".repeat(9_000),
    "Aa".repeat(9_000),
    "Hi ".repeat(6_000),
    `I ${"\n".repeat(19_000)}`,
    "Best, ".repeat(3_000),
    "calls me A".repeat(1_900),
    "he goes by A ".repeat(1_500),
    "Anna Bo, or ".repeat(1_500),
  ]) {
    introductionsIn(text);
    otherNamesIn(text);
    namesOfOthers(text);
  }
  expect(performance.now() - begun).toBeLessThan(3_000);
});
