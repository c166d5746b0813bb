/** The settings of the database under the memory; `config.ts` reads them. */
import { usualLimits } from "@loci/database/limits";
import { z } from "zod";
import { modelHosts } from "./allowed-model-hosts.ts";
import { optionalListenAddress } from "./listen-address.ts";
import { wholeNumber } from "./setting-shapes.ts";

const text = z.string().optional();
/** A flag that stands alone, or a variable that says true or false. */
const flag = z
  .union([z.boolean(), z.enum(["true", "false"], { error: "must be true or false" })])
  .default(false)
  .transform((given) => given === true || given === "true");

export const databaseSettings = {
  dbBind: {
    flag: "--db-bind <host:port>",
    env: "DB_BIND",
    about: "where the database is served over HTTP and WebSocket (default 127.0.0.1:8000)",
    schema: z.string().optional().transform(optionalListenAddress),
  },
  user: {
    flag: "--user <name>",
    env: "DB_USER",
    about: "the database's first root user, made where the root has none yet (default root)",
    schema: z.string().min(1).max(255).default("root"),
  },
  pass: {
    flag: "--pass <password>",
    env: "DB_PASS",
    about: "its password (default: one that --bootstrap makes, and prints once)",
    schema: text,
  },
  unauthenticated: {
    flag: "--unauthenticated",
    env: "DB_UNAUTHENTICATED",
    about: "true: everybody who reaches the database is its owner; for one's own machine (default false)",
    schema: flag,
  },
  allowGuests: {
    flag: "--allow-guests",
    env: "DB_ALLOW_GUESTS",
    about: "true: who is not signed in may ask the database, and sees what PERMISSIONS show (default false)",
    schema: flag,
  },
  webCrt: {
    flag: "--web-crt <file>",
    env: "DB_WEB_CRT",
    about: "certificate of the database's address, PEM; with the key it is served over TLS",
    schema: text,
  },
  webKey: { flag: "--web-key <file>", env: "DB_WEB_KEY", about: "its private key, PEM", schema: text },
  allowedKeyHosts: {
    flag: "--allowed-key-hosts <hosts>",
    env: "DB_ALLOWED_KEY_HOSTS",
    about:
      "hosts (names, addresses, networks) whose keys DEFINE ACCESS … JWT URL may name beside public ones, with commas (default none)",
    schema: z.string().default("").transform(modelHosts),
  },
  queryTimeout: {
    flag: "--query-timeout <seconds>",
    env: "DB_QUERY_TIMEOUT",
    about: "how long a statement of the database may take (default 60, most 300)",
    schema: wholeNumber(1, 300, usualLimits.statementMs / 1_000),
  },
  maxDepth: {
    flag: "--max-depth <n>",
    env: "DB_MAX_DEPTH",
    about: "functions, blocks and subqueries of the database inside each other (default and most 120)",
    schema: wholeNumber(1, usualLimits.depth, usualLimits.depth),
  },
  maxValues: {
    flag: "--max-values <n>",
    env: "DB_MAX_VALUES",
    about: "values in a result, a record or a message of the database; each 32 characters of a text are one (default 5000000)",
    schema: wholeNumber(1_000, 999_999_999, usualLimits.values),
  },
  maxText: {
    flag: "--max-text <characters>",
    env: "DB_MAX_TEXT",
    about: "characters of a text, or bytes, that a function of the database is given (default 4194304)",
    schema: wholeNumber(1_000, 999_999_999, usualLimits.text),
  },
  maxTransactions: {
    flag: "--max-transactions <n>",
    env: "DB_MAX_TRANSACTIONS",
    about: "transactions that clients of the database may hold open, all together (default 8)",
    schema: wholeNumber(1, 999_999_999, usualLimits.transactions),
  },
  maxLiveQueries: {
    flag: "--max-live-queries <n>",
    env: "DB_MAX_LIVE_QUERIES",
    about: "live queries of one session; of the process 32 times as many (default 512)",
    schema: wholeNumber(1, 999_999_999, usualLimits.liveQueriesOfSession),
  },
  maxSockets: {
    flag: "--max-sockets <n>",
    env: "DB_MAX_SOCKETS",
    about: "WebSockets of the database (default 4096)",
    schema: wholeNumber(1, 999_999_999, usualLimits.sockets),
  },
  maxMessage: {
    flag: "--max-message <bytes>",
    env: "DB_MAX_MESSAGE",
    about: "the longest message of a WebSocket of the database (default 134217728)",
    schema: wholeNumber(1_024, 999_999_999, usualLimits.message),
  },
  maxStrangerMessage: {
    flag: "--max-stranger-message <bytes>",
    env: "DB_MAX_STRANGER_MESSAGE",
    about: "the same, and the longest body of a call, before anybody has signed in (default 65536)",
    schema: wholeNumber(1_024, 999_999_999, usualLimits.strangerMessage),
  },
} as const;
