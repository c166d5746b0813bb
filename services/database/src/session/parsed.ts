import { parseProgram, statementsOf, type Program, type Statement } from "../language/surrealql/index.ts";
import { longestTurn, nextTurn } from "../turns.ts";

/** Texts that are kept with their trees, those that were used last; longer ones are seldom asked twice. */
const kept = 500;
const longestKept = 4_096;

const programs = new Map<string, Program>();

/** The tree of a text, which is never changed. What clients ask again and again is parsed once. @throws QueryError where it is none */
export async function parsedProgram(text: string): Promise<Program> {
  return text.length > longestKept ? parsedInTurns(text) : parsedOnce(text);
}

/** Others have their turns between two statements: an import is hundreds of megabytes long. One statement is read at once. */
async function parsedInTurns(text: string): Promise<Program> {
  const statements: Statement[] = [];
  let since = performance.now();
  for (const statement of statementsOf(text)) {
    statements.push(statement);
    if (performance.now() - since < longestTurn) continue;
    await nextTurn();
    since = performance.now();
  }
  return { statements };
}

function parsedOnce(text: string): Program {
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
