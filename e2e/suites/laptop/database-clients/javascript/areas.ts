/** What is checked of npm's `surrealdb`. */
import type { AreaName } from "./area-names.ts";
import type { Checks } from "./checks.ts";
import { conditions } from "./conditions.ts";
import { connection } from "./connection.ts";
import { dumps } from "./dumps.ts";
import { failures } from "./failures.ts";
import { live } from "./live.ts";
import { queries } from "./queries.ts";
import { records } from "./records.ts";
import { sessions } from "./sessions.ts";
import { signingIn } from "./signing-in.ts";
import { transactions } from "./transactions.ts";
import { valuesOfKinds } from "./values.ts";

export const areas: Readonly<Record<AreaName, Checks>> = {
  connection,
  queries,
  records,
  conditions,
  values: valuesOfKinds,
  failures,
  "signing in": signingIn,
  sessions,
  transactions,
  live,
  dumps,
};
