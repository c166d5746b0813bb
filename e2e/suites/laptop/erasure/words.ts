import { randomBytes } from "node:crypto";

/** Words that stand in nothing else, each told through one door: where one is found again, its door is known. */
export interface Words {
  /** The door's word; the same each time it is asked for. */
  readonly at: (door: string) => string;
  /** The doors whose words a text holds, in whatever case. */
  readonly heldBy: (text: string) => string[];
  /** The same of bytes, for words of ASCII letters in the case in which they were told, in lower case, or as hexadecimal digits. */
  readonly heldByBytes: (bytes: Buffer) => string[];
}

export function newWords(): Words {
  const doors = new Map<string, string>();
  // No suffix that a stemmer takes away, no word of any language.
  const make = () => `qx${[...randomBytes(10)].map((byte) => "bcdfghjklmnpqrtvwz"[byte % 18]).join("")}x`;
  const holding = (holds: (word: string) => boolean) => [...doors].flatMap(([door, word]) => (holds(word) ? [door] : []));
  return {
    at(door) {
      const word = doors.get(door) ?? make();
      doors.set(door, word);
      return word;
    },
    heldBy(text) {
      const lower = text.toLowerCase();
      return holding((word) => lower.includes(word) || lower.includes(Buffer.from(word).toString("hex")));
    },
    heldByBytes: (bytes) => holding((word) => [word, capitalised(word)].some((one) => bytes.includes(one))),
  };
}

export function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
