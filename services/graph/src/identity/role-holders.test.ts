import { expect, it } from "@jest/globals";
import { roleHolder } from "./role-holders.ts";

it.each([
  ["cardiologist", "Dr. Chidinma Okafor"],
  ["landlady", "Mrs. Grabowska"],
  ["piano_teacher", "Sebastiaan van der Meulen"],
  ["mother_in_law", "Rosa"],
  ["vet", "Maria J. Oliveira"],
])("%s %s is a person", (key, value) => {
  expect(roleHolder(key, value)).toMatchObject({ typeNorm: "person", name: value });
});

it.each([
  ["dentist", "on Elm Street"],
  ["dentist", "Bright Smiles Dental"],
  ["doctor", "yes"],
  ["former_landlord", "Tom Baxter"],
  ["favourite_teacher", "Tom Baxter"],
  ["package_manager", "Homebrew"],
  ["camper_van", "Greta"],
  ["plumber", "Keller & Sons"],
  ["doctor_appointment", "Monday"],
])("%s %s is none", (key, value) => {
  expect(roleHolder(key, value)).toBeUndefined();
});
