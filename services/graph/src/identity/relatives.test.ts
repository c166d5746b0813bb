import { describe, expect, it } from "@jest/globals";
import { mayBeOfRelative, ofRelative, type Relative } from "./relatives.ts";

const person = (name: string, type = "Person") => ({
  ...{ type, name, typeNorm: type.toLowerCase(), nameNorm: name.toLowerCase() },
});
const user = person("user");
const related = (key: string, name: string, sentence: string, type = "Person"): Relative => ({
  ...{ of: user, scopeSet: "s", key, id: name, name: person(name, type), sentence },
});
const who = (sentence: string, key: string, ...relatives: Relative[]) => {
  const found = ofRelative({ subject: user, scopeSet: "s", key, sentence }, relatives);
  return found && `${found.relative.name.name} ${found.key}`;
};
const ana = related("sibling", "Ana", "My sister Ana lives in Faro.");
const karl = related("sibling", "Karl", "My brother Karl is a vet.");

describe("what is said of a relative", () => {
  it.each([
    ["My wife works for the ministry.", "wife_employer", related("spouse", "Noriko", "I married Noriko."), "Noriko employer"],
    ["My mom plays bridge.", "mom_plays", related("parent", "Irene", "My mother, Irene, lives in Cork."), "Irene plays"],
    ["Our dog is six.", "dog_age", related("pet", "Pip", "Our dog's name is Pip.", "Animal"), "Pip age"],
    ["My cardiologist moved.", "cardiologist_residence", related("cardiologist", "Dr. Okoye", ""), "Dr. Okoye residence"],
    ["My sister's wedding is in May.", "sister_wedding", related("sibling", "Ana", "Ana is my younger sister."), "Ana wedding"],
    ["The user's wife is a nurse.", "wife_job_title", related("spouse", "Farah", ""), "Farah job_title"],
  ])("is of that one: %s", (sentence, key, relative, found) => expect(who(sentence, key, relative)).toBe(found));

  it("is of the one of several whom the noun fits", () => {
    expect(who("My brother lives in Lund.", "brother_residence", ana, karl)).toBe("Karl residence");
    expect(who("My sister plays the harp.", "sister_plays", ana, karl)).toBe("Ana plays");
  });

  it("stays where several may be meant, or nobody is known", () => {
    expect(who("My sister plays the harp.", "sister_plays", ana, related("sibling", "Rita", "My sister Rita."))).toBeUndefined();
    expect(who("My brother plays the harp.", "brother_plays", ana)).toBeUndefined();
    expect(who("My friend has a boat.", "friend_has", related("friend", "Ben", "My friend Ben."))).toBeUndefined();
    expect(who("My older sister sings.", "older_sister_activity", ana)).toBeUndefined();
  });

  it("is not what has the noun in its name only", () => {
    const irene = related("parent", "Irene", "My mother Irene.");
    expect(who("My mother tongue is Czech.", "mother_tongue", irene)).toBeUndefined();
    expect(who("My mother-in-law is a judge.", "mother_in_law_job_title", irene)).toBeUndefined();
    expect(who("My job title is dean.", "job_title", irene)).toBeUndefined();
    expect(mayBeOfRelative({ key: "birth_date", sentence: "I was born on 4 May." })).toBe(false);
  });
});
