/** The settings of the database under the memory; `config.ts` reads them. */
import { z } from "zod";
import { optionalListenAddress } from "./listen-address.ts";

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
} as const;
