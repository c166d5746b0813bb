import type { Definition, Family, SessionFacts } from "./function.ts";
import { family } from "./function.ts";

/** Takes whatever it is called with. */
const fact =
  (name: keyof SessionFacts): Definition =>
  () => ({ pure: (_args, context) => context.session[name] });

/** `session::…` */
export const session: Family = family("session", {
  ac: fact("ac"),
  db: fact("db"),
  id: fact("id"),
  ip: fact("ip"),
  ns: fact("ns"),
  origin: fact("origin"),
  rd: fact("rd"),
  token: fact("token"),
});
