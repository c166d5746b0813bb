import { describe, expect, it } from "@jest/globals";
import { readFact, sayFact } from "./facts.ts";

const said = (text: string, addressed = false) => {
  const fact = readFact(text);
  return fact && sayFact(fact, addressed);
};

describe("a fact in words", () => {
  it.each([
    ["Mina residence: Lisbon", "Mina lives in Lisbon"],
    ["Caroline Smith favourite colour: blue.", "Caroline Smith's favourite colour is blue"],
    ["Duke of York job title: nurse", "Duke of York's job title is nurse"],
    ["small bakery location: Berlin", "The small bakery's location is Berlin"],
    ["Mina status: died", "Mina died"],
    ["Mina relationship status: married", "Mina is married"],
    ["Mina age: three", "Mina is three"],
    ["Mina birthplace: near Lyon", "Mina was born near Lyon"],
    ["Basalt led by: Olu", "Basalt is led by Olu"],
    ["Mina waiting for: a parcel", "Mina is waiting for a parcel"],
    ["Mina likes: hiking", "Mina likes hiking"],
    ["Mina works in: Berlin", "Mina works in Berlin"],
    ["Mina event: went to a support group", "Mina went to a support group"],
    ["Mina event: birthday party", "Mina's event is birthday party"],
    ["Mina plans: visit Japan", "Mina plans to visit Japan"],
    ["Mina plans: visiting Rome", "Mina plans on visiting Rome"],
    ["Mina goals: become a pilot", "Mina wants to become a pilot"],
    ["Mina allergy: nuts", "Mina is allergic to nuts"],
    ["user residence: Boston", "The user lives in Boston"],
  ])("%s", (text, words) => expect(said(text)).toBe(words));

  it.each([
    ["user residence: Boston", "You live in Boston"],
    ["user likes: hiking", "You like hiking"],
    ["user has: a Saab", "You have a Saab"],
    ["user kitchen status: yellow", "Your kitchen is yellow"],
    ["user grew up in: Narva", "You grew up in Narva"],
    ["user event: went to Rome", "You went to Rome"],
    ["user goals: become a pilot", "You want to become a pilot"],
    ["user allergy: nuts", "You are allergic to nuts"],
    ["Mina likes: hiking", "Mina likes hiking"],
    ["user relationship status: broke up", "You broke up"],
    ["user does not eat: pork", "You do not eat pork"],
    ["user cannot: swim", "You cannot swim"],
  ])("to the one it is about: %s", (text, words) => expect(said(text, true)).toBe(words));

  it("leaves alone what it cannot take apart", () => {
    for (const text of ["", ":", "no colon", "strange old thing: x", "Mina: Lisbon", "A B C: x"])
      expect(said(text)).toBeUndefined();
  });
});
