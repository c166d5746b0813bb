import { parseProgram, type Program } from "../language/surrealql/index.ts";

/** Texts that are kept with their trees, those that were used last; longer ones are seldom asked twice. */
const kept = 500;
const longestKept = 4_096;

const programs = new Map<string, Program>();

/** The tree of a text, which is never changed. What clients ask again and again is parsed once. @throws QueryError where it is none */
export function parsedProgram(text: string): Program {
  if (text.length > longestKept) return parseProgram(text);
  const known = programs.get(text);
  const program = known ?? parseProgram(text);
  // The one that was used last stands last.
  if (known !== undefined) programs.delete(text);
  programs.set(text, program);
  for (const oldest of programs.size > kept ? programs.keys() : []) {
    programs.delete(oldest);
    break;
  }
  return program;
}
