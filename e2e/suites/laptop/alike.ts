import { expect } from "@jest/globals";

/** Scores have a part that decays with time: so little do they change while a slow machine comes to the second of two questions. */
const digits = 3;

/** @returns what is to be equal to this, but for what its fractions lose between two questions */
export function alike(value: unknown): unknown {
  if (typeof value === "number" && !Number.isInteger(value)) return expect.closeTo(value, digits);
  if (Array.isArray(value)) return value.map(alike);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, alike(each)]));
}
