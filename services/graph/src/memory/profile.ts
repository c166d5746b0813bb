import type { MemoryCategory } from "@loci/kernel";

const preferenceKeys = new Set(
  `likes loves enjoys dislikes hates prefers preference preferences diet allergy allergies allergic_to interest interests
  interested_in hobby hobbies favourite favorite favourites favorites wants wish wishes communication_style preferred_language
  dietary_restriction dietary_preference`.split(/\s+/),
);

/** Whether a key tells what somebody likes, wants or avoids. */
export function isPreference(key: string): boolean {
  return preferenceKeys.has(key) || /^(?:favou?rite|preferred|prefers)_/.test(key);
}

export type ProfileSection = "static" | "dynamic" | "preferences";

/** How long a new value in the place of an old one counts as a recent change. */
export const recentMs = 30 * 86_400_000;

export interface ProfileFact {
  readonly key: string;
  readonly category: string;
  /** It took the place of another value. */
  readonly isChange: boolean;
  /** Milliseconds since the epoch. */
  readonly knownAt: number;
}

const identity: MemoryCategory = "identity";
const context: MemoryCategory = "context";

/** The sections of a profile to which a fact belongs: a recent change is told beside where the value stands anyway. */
export function profileSections(fact: ProfileFact, now: number): ProfileSection[] {
  const sections: ProfileSection[] = [];
  if (isPreference(fact.key)) sections.push("preferences");
  else if (fact.category === identity) sections.push("static");
  const isRecent = fact.isChange && fact.knownAt > now - recentMs;
  if ((fact.category === context && sections.length === 0) || isRecent) sections.push("dynamic");
  return sections;
}
