import { describe, expect, it } from "@jest/globals";
import { analyse } from "./analyse.ts";
import { changeIn, comesBeside, mayTellChange } from "./change.ts";

describe("a sentence", () => {
  it.each([
    "We no longer keep bees.",
    "Ottilie quit the orchestra.",
    "The bakery on the corner has closed.",
    "Samir doesn't smoke any more.",
    "She lost her job.",
    "The nursery let Bo go.",
    "Orla was made redundant in May.",
    "The old stove finally gave out.",
    "He handed in his notice.",
    "I'm leaving the choir.",
    "We rolled back the release.",
    "Bo unsubscribed from the paper.",
    "The phone drowned in the lake.",
    "Pia signed off from physio.",
    "The old van went in part exchange.",
    "The trip is off, Bo broke his leg.",
    "The board pulled the plug on the mill.",
    "Pia's divorce came through.",
    "The tenant gave notice.",
    "I got 2,900 for it.",
    "The flat is empty.",
    "Pia shaved her head.",
  ])("ends something: %s", (sentence) => expect(changeIn(sentence)).toBe("ends"));

  it.each([
    "The review slipped to Thursday.",
    "Orla is now the caretaker.",
    "From Monday the gate is locked at six.",
    "Rent went up to 800.",
    "They handed the keys over to Bo.",
    "Bo's knee is fine again.",
    "The grant was cut to 900.",
    "On duty from today is Orla.",
    "Pia dyed her hair green.",
    "They had to postpone the wedding to May.",
    "We're moving the stall to the square.",
    "My mother is out of hospital.",
    "Since half term Kit cycles to school.",
    "The doctor took Pia off the blue pills.",
    "The mill was bought by Orlova.",
    "Pia handed the newsletter to Bo.",
    "One more week for the grant, it is now due on the 24th.",
  ])("changes something: %s", (sentence) => expect(changeIn(sentence)).toBe("changes"));

  it.each([
    "Scratch that, nine plates.",
    "Sorry, I meant the blue one.",
    "Actually, it is in Ghent.",
    "No, it starts at five, we want to see the sunrise.",
    "I was wrong about the date.",
    "Oops, the other way round.",
    "Sorry, Ghent, Belgium.",
    "I always mix them up.",
    "I got that wrong, it is at eight.",
  ])("corrects something: %s", (sentence) => expect(changeIn(sentence)).toBe("corrects"));

  it.each([
    ["closes at times", "The office is closed on Fridays."],
    ["says nothing of the kind", "Orla is the caretaker."],
    ["comes beside what was", "Orla now also keeps the keys."],
    ["holds for a while", "Bo is acting head now."],
    ["is not sure", "Maybe we will move to Ghent."],
    ["asks", "Have you moved?"],
    ["loses a thing", "Orla left her scarf at the gate."],
    ["is sorry", "I'm sorry to hear that."],
    ["declines", "No, thanks, Bo reminds me."],
    ["says that it is so still", "No, she still lives in Ghent."],
    ["is sorry for something", "Sorry for the delay."],
    ["is one more of many", "Bo made a new friend, Isak."],
    ["is a stand-in's", "Orla is on parental leave, Bo stands in."],
  ])("tells no change that %s: %s", (_why, sentence) => expect(changeIn(sentence)).toBeUndefined());

  it("says that it comes beside another", () => {
    expect([comesBeside("He plays the oboe as well."), comesBeside("He plays the oboe.")]).toEqual([true, false]);
  });

  it("is known by its terms to tell a change, perhaps", () => {
    expect([mayTellChange(analyse("Bo moved out")), mayTellChange(analyse("Bo likes plums"))]).toEqual([true, false]);
  });
});
