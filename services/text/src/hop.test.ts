import { describe, expect, it } from "@jest/globals";
import { hopIn, overHop } from "./hop.ts";

const facts = [
  { subject: "Ana", key: "manager", value: "Dario" },
  { subject: "user", key: "sibling", value: "Berta" },
  { subject: "user", key: "residence", value: "Lund" },
  { subject: "user", key: "cardiologist", value: "Dr. Okoye", isRelation: true },
  { subject: "user", key: "mother_has", value: "a cough" },
  { subject: "user", key: "passport", value: "Spanish" },
  { subject: "Ngozi", key: "job_title", value: "head of procurement" },
  { subject: "Orla", key: "friend", value: "Piet" },
  { subject: "Orla", key: "friend", value: "Sun" },
];

describe("a question over one relation", () => {
  it.each([
    ["What does Ana's manager drive?", "What does Dario drive?"],
    ["Where does my sister live?", "Where does Berta live?"],
    ["What is the extension of Ana's manager?", "What is the extension of Dario?"],
    ["How old is the manager of Ana?", "How old is Dario?"],
    ["Where does my sister's husband work?", "Where does Berta's husband work?"],
    ["Where does my cardiologist work?", "Where does Dr. Okoye work?"],
    ["Where is my cardiologist's office?", "Where is Dr. Okoye's office?"],
    ["Where does the head of procurement live?", "Where does Ngozi live?"],
    ["Where does the user's sister work?", "Where does Berta work?"],
  ])("%s", (question, over) => {
    const hop = hopIn(question);
    expect(hop && overHop(question, hop, facts)).toBe(over);
  });

  it.each(["Who is Ana's manager?", "Where do I live?", "What is my sister's name?", "Where does Ana live?"])(
    "is none: %s",
    (question) => expect(hopIn(question)).toBeUndefined(),
  );

  it("is left alone where nobody is known at its end, or several are", () => {
    for (const question of [
      "How old is my mother's cat?",
      "Where does my dentist live?",
      "Where is my passport kept?",
      "Who sold the bicycle?",
      "Where does Orla's friend live?",
    ]) {
      const hop = hopIn(question);
      expect(hop && overHop(question, hop, facts)).toBeUndefined();
    }
  });
});
