/** Nothing is destroyed without a word: --yes, or an answer on the terminal. */
import { Failure, usage } from "./failure.ts";
import type { Session } from "./session.ts";

export interface YesFlag {
  readonly yes?: boolean;
}

/**
 * Goes on under --yes or after a yes.
 * @throws Failure where the answer is no, and, as nobody can be asked, outside a terminal
 */
export async function confirmed(session: Session, { yes }: YesFlag, question: string): Promise<void> {
  if (yes) return;
  const answer = await session.terminal.ask(`${question} [y/N] `);
  if (answer === undefined) throw usage("This is for good and nobody can be asked here: say --yes if it is meant.");
  if (!/^y(es)?$/i.test(answer)) throw new Failure("Nothing was changed.");
}
