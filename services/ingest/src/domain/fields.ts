import {
  LociError,
  memoryCategories,
  parseTimestamp,
  turnRoles,
  type FieldError,
  type MemoryCategory,
  type TurnRole,
} from "@loci/kernel";
import { maxLabels, maxTextLength } from "./limits.ts";

/** Collects what is wrong with a request, so that every bad field is named at once. */
export interface FieldChecker {
  problem(pointer: string, detail: string): void;
  text(pointer: string, text: string): string;
  role(pointer: string, text: string): TurnRole;
  category(pointer: string, text: string): MemoryCategory | "";
  /** A given timestamp in UTC, or the one that stands for "now". */
  time(pointer: string, text: string, now: string): string;
  oneOf<T extends string>(pointer: string, text: string, choices: readonly T[]): T | undefined;
  labels(labels: readonly string[]): void;
  /** @throws LociError `invalid` (or `conflict` where only a count cap is exceeded) when anything was wrong */
  done(): void;
}

const labelPattern = /^(?!_)[^=]{1,64}=[^]{0,256}$/u;

export function fieldChecker(): FieldChecker {
  const fields: FieldError[] = [];
  let tooManyLabels = false;
  const problem = (pointer: string, detail: string) => void fields.push({ pointer, detail });

  function oneOf<T extends string>(pointer: string, text: string, choices: readonly T[]): T | undefined {
    const known = choices.find((choice) => choice === text);
    if (known === undefined) problem(pointer, `must be one of ${choices.join(", ")}`);
    return known;
  }

  return {
    problem,
    oneOf,
    text(pointer, text) {
      if (text.trim() === "") problem(pointer, "must not be empty");
      if (text.length > maxTextLength) problem(pointer, `must have at most ${maxTextLength} characters`);
      return text;
    },
    role: (pointer, text) => (text === "" ? "user" : (oneOf(pointer, text, turnRoles) ?? "user")),
    category: (pointer, text) => (text === "" ? "" : (oneOf(pointer, text, memoryCategories) ?? "")),
    time(pointer, text, now) {
      const utc = text === "" ? now : parseTimestamp(text);
      if (utc === undefined) problem(pointer, "must be an RFC 3339 timestamp with offset");
      return utc ?? now;
    },
    labels(labels) {
      tooManyLabels = labels.length > maxLabels;
      labels.forEach((label, i) => {
        if (!labelPattern.test(label))
          problem(`/labels/${i}`, "must be key=value within the limits, the key not beginning with '_'");
      });
    },
    done() {
      const [first] = fields;
      if (first) throw new LociError("invalid", `${first.pointer}: ${first.detail}`, { fields });
      if (tooManyLabels) {
        const field = { pointer: "/labels", detail: `must have at most ${maxLabels} labels` };
        throw new LociError("conflict", `${field.pointer}: ${field.detail}`, { fields: [field] });
      }
    },
  };
}
