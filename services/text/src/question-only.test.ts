import { describe, expect, it } from "@jest/globals";
import { isQuestionOnly } from "./question-only.ts";

describe("a message that only asks", () => {
  it.each([
    "Where do I live?",
    "where do I live",
    "What is my sister's name?",
    "Hi! What did I say about the budget?",
    "Thanks. And who is coming on Friday?",
    "Hey, could you tell me when Ana was born?",
    "Tell me about my trip to Japan.",
    "Remind me what I wanted to buy",
    "Don't I have a dentist appointment this week",
    "Will taxes rise?",
    "When is the party, and who is coming?",
    "Have you seen Ana",
    "Ana: Which tea do I like best?",
    "Which of my projects are late? And why?",
    "Do you remember what I told you about Tom?",
    "In which city does Ben work?",
    "Wo wohne ich gerade?",
    "¿Dónde vive mi hermana?",
    "我住在哪里？",
    "أين أسكن؟",
  ])("is one: %s", (text) => expect(isQuestionOnly(text)).toBe(true));

  it.each([
    "I live in Lisbon.",
    "I moved to Lisbon, right?",
    "I moved to Lisbon. Where did I live before?",
    "Did you know that I moved to Lisbon?",
    "Did you hear Ana got married?",
    "When I moved to Lisbon in May, what did I bring?",
    "Can you recommend a book, because I love crime novels?",
    "Given that I'm allergic to nuts, what can I eat?",
    "My brother is called Tom, did I tell you?",
    "Always answer in German.",
    "Tell Ana that the meeting is off.",
    "Don't forget that the party is at the boathouse.",
    "Do not call me after eight",
    "Was at the dentist this morning",
    "Had lunch with my boss, Fatou Diallo.",
    "Have a viewing on Friday",
    "Will is my brother.",
    "When booking flights, user prefers an aisle seat.",
    "Remind me that the lease ends in May.",
    "Thanks!",
    "",
    "Ich wohne in Köln. Wo wohnst du?",
    "Ich wohne in Köln",
  ])("is none: %s", (text) => expect(isQuestionOnly(text)).toBe(false));
});
