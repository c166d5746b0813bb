import { expect, it } from "@jest/globals";
import { likeness } from "./compare-names.ts";
import { formsOf } from "./nicknames.ts";
import { writtenName } from "./written-name.ts";

const people = (a: string, b: string) => {
  const [one, other] = [
    likeness(writtenName(a, "person"), writtenName(b, "person")),
    likeness(writtenName(b, "person"), writtenName(a, "person")),
  ];
  expect(other).toBe(one);
  return one;
};
const things = (a: string, b: string) => likeness(writtenName(a, "organisation"), writtenName(b, "organisation"));

it.each([
  ["Dr. Lena Park", "Lena Park", "spelling"],
  ["Professor Aoki", "Prof. Aoki", "spelling"],
  ["Hollander, Mirjam", "Mirjam Hollander", "spelling"],
  ["José Ortega", "Jose Ortega", "spelling"],
  ["Sinéad O’Brien", "Sinead OBrien", "spelling"],
  ["Ana Maria Silva", "Ana Silva", "middle"],
  ["Robert Tanner", "Bob Tanner", "nickname"],
  ['Robert "Bob" Tanner', "Bob", "given"],
  ["Liz Hart", "Beth Hart", "nickname"],
  ["J. Smith", "John Smith", "initials"],
  ["H.M. Bell", "Hugo Marten Bell", "initials"],
  ["Farida", "Farida Khan", "given"],
  ["Bob", "Robert Tanner", "short"],
  ["Liz", "Elizabeth", "short"],
  ["Dr Silva", "Ana Silva", "family"],
  ["Prof. Nwosu", "Professor Adaeze Nwosu", "titled"],
  ["Dr. Okafor", "Prof. Jane Okafor", "family"],
  ["William Ashe", "William Ashe junior", "family"],
  ["Ana Silva", "Ana Costa", undefined],
  ["Mr Novak", "Mrs Novak", undefined],
  ["William Ashe senior", "William Ashe Jr.", undefined],
  ["John Smith", "Jane Smith", undefined],
  ["J. Smith", "Robert Smith", undefined],
  ["Ana", "Anna", "misspelled"],
  ["Marc Levy", "Mark Levy", "misspelled"],
  ["Dana White", "Dana Wihte", "misspelled"],
  ["Maria Novak", "Mario Novak", undefined],
  ["Siobhan Gallagher", "Siobhan Galagher", "slipped"],
  ["Siobhan Gallagher", "Siobhan Gallahger", "slipped"],
  ["Stefan Huber", "Stefan Hubert", "misspelled"],
  ["Leila Haddad", "leila.haddad@northpier.example", "spelling"],
  ["John Grey", "John Gray", undefined],
  ["Tanaka-san", "Haruto Tanaka", "family"],
  ["Tanaka-san", "Mr. Tanaka", "spelling"],
  ["Amit-ji", "Amit Sharma", "given"],
  ["Ahmet Bey", "Ahmet Yılmaz", "given"],
  ["Ayşe Hanım", "Ayşe Kaya", "given"],
  ["Coach Ana", "Ana Silva", "given"],
  ["Señora Ruiz", "Mrs. Ruiz", "spelling"],
  ["Herr Novak", "Frau Novak", undefined],
  ["Mrs Tanner", "Robert Tanner", undefined],
  ["Mr van der Meulen", "Sebastiaan van der Meulen", "family"],
  ["Zhang Wei", "Wei Zhang", "reordered"],
  ["Nagy Péter", "Péter Nagy", "reordered"],
  ["James Martin", "Martin James", "swapped"],
  ["Ana García López", "Ana García", "middle"],
  ["Ana García López", "Ana López García", undefined],
  ["Pepe", "José Luis", "short"],
  ["Kasia Nowak", "Katarzyna Nowak", "nickname"],
])("%s and %s: %s", (a, b, expected) => {
  expect(people(a, b)).toBe(expected);
});

it.each([
  ["Acme Inc.", "Acme", "spelling"],
  ["Weber GmbH & Co. KG", "Weber", "spelling"],
  ["King's Road Clinic", "Kings Road Clinic", "spelling"],
  ["the World Seed Organisation", "World Seed Organization", "spelling"],
  ["Harbour Theatre", "Harbor Theater", "spelling"],
  ["Acme", "Acme Labs", "part"],
  ["Kubernetes", "Kubernets", "misspelled"],
  ["Falcon 4711", "Falcon 4712", undefined],
  ["Project Heron", "Heron", "headed"],
  ["Heron project", "Heron", "headed"],
  ["Project Heron", "Heronry", undefined],
  ["Winter Family Kitchen", "WFK", "acronym"],
  ["University of Graz", "UoG", "acronym"],
  ["Kubota GmbH", "Kubota s.r.o.", "spelling"],
  ["Delta Air", "Delta Dental", undefined],
  ["Organisation", "Organise", undefined],
])("the things %s and %s: %s", (a, b, expected) => {
  expect(things(a, b)).toBe(expected);
});

it("a name of nothing but punctuation, or without end, is like no other", () => {
  expect(people("...", "!!")).toBeUndefined();
  const begun = performance.now();
  writtenName("Dr. ".repeat(100), "person");
  writtenName(`(${"a".repeat(500)}`, "person");
  writtenName("a.".repeat(250), "organisation");
  expect(performance.now() - begun).toBeLessThan(100);
});

it("a short form stands for several names", () => {
  expect(formsOf("sam")).toEqual(expect.arrayContaining(["samuel", "samantha"]));
  expect(formsOf("mirjam")).toEqual([]);
});
