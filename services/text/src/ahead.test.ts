import { expect, it } from "@jest/globals";
import { beginsAfter } from "./ahead.ts";

const now = "2026-11-24T00:00:00Z";

it.each([
  ["From July 2027 a ticket costs 9 euros.", "2026-11-01", true],
  ["From next January on, Bo will work at the mint.", "2026-11-15", true],
  ["From 1 March Orla is the caretaker.", "2026-11-15", true],
  ["From 1 March Orla is the caretaker.", "2024-02-15", false],
  ["From July 2025 a ticket costs 9 euros.", "2025-01-01", false],
  ["The review is on 4 December 2026.", "2026-11-15", false],
  ["The rent goes up to 760 in March 2033.", "2025-03-01", true],
  ["The rent goes up to 760 in March.", "2023-03-01", false],
  ["Bo is leaving the mint in March 2033.", "2025-03-01", true],
  ["Bo will tell you more.", "2026-11-15", false],
])("%s (said %s)", (sentence, day, isAhead) => expect(beginsAfter(sentence, `${day}T09:00:00Z`, now)).toBe(isAhead));
