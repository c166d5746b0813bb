import { describe, expect, it } from "@jest/globals";
import { parseProgram } from "../parse/index.ts";
import type { Define, Statement } from "../tree/index.ts";
import { printDefinition, printStored } from "./index.ts";

/** What INFO shows, and the store keeps, where it is not what a block shows. */
const shown: readonly (readonly [text: string, info: string, stored: string])[] = [
  [
    "DEFINE TABLE OVERWRITE person",
    "DEFINE TABLE person TYPE ANY SCHEMALESS PERMISSIONS NONE",
    "DEFINE TABLE person TYPE ANY SCHEMALESS PERMISSIONS NONE",
  ],
  [
    "DEFINE TABLE person PERMISSIONS FOR create, delete FULL",
    "DEFINE TABLE person TYPE ANY SCHEMALESS PERMISSIONS FOR select, update NONE, FOR create FULL",
    "DEFINE TABLE person TYPE ANY SCHEMALESS PERMISSIONS FOR select, update NONE, FOR create, delete FULL",
  ],
  [
    "DEFINE FIELD IF NOT EXISTS age ON person",
    "DEFINE FIELD age ON person PERMISSIONS FULL",
    "DEFINE FIELD age ON person PERMISSIONS FULL",
  ],
  [
    "DEFINE FIELD age ON person PERMISSIONS NONE",
    "DEFINE FIELD age ON person PERMISSIONS FOR select, create, update NONE",
    "DEFINE FIELD age ON person PERMISSIONS NONE",
  ],
  ["DEFINE DATABASE shop STRICT", "DEFINE DATABASE shop", "DEFINE DATABASE shop STRICT"],
  [
    "DEFINE INDEX by_age ON person FIELDS age CONCURRENTLY",
    "DEFINE INDEX by_age ON person FIELDS age",
    "DEFINE INDEX by_age ON person FIELDS age",
  ],
  ["DEFINE CONFIG GRAPHQL AUTO", "GRAPHQL TABLES AUTO FUNCTIONS AUTO", "DEFINE CONFIG GRAPHQL TABLES AUTO FUNCTIONS AUTO"],
  [
    "DEFINE ACCESS app ON DATABASE TYPE JWT ALGORITHM HS256 KEY 'secret'",
    "DEFINE ACCESS app ON DATABASE TYPE JWT ALGORITHM HS256 KEY '[REDACTED]' WITH ISSUER KEY '[REDACTED]' DURATION FOR TOKEN 1h, FOR SESSION NONE",
    "DEFINE ACCESS app ON DATABASE TYPE JWT ALGORITHM HS256 KEY 'secret' WITH ISSUER KEY 'secret' DURATION FOR TOKEN 1h, FOR SESSION NONE",
  ],
  [
    "DEFINE ACCESS app ON DATABASE TYPE JWT ALGORITHM RS256 KEY 'public' WITH ISSUER KEY 'private'",
    "DEFINE ACCESS app ON DATABASE TYPE JWT ALGORITHM RS256 KEY 'public' WITH ISSUER KEY '[REDACTED]' DURATION FOR TOKEN 1h, FOR SESSION NONE",
    "DEFINE ACCESS app ON DATABASE TYPE JWT ALGORITHM RS256 KEY 'public' WITH ISSUER KEY 'private' DURATION FOR TOKEN 1h, FOR SESSION NONE",
  ],
  [
    "DEFINE ACCESS app ON NS TYPE JWT URL 'https://x.test/keys' WITH ISSUER ALGORITHM RS256 KEY 'private'",
    "DEFINE ACCESS app ON NAMESPACE TYPE JWT URL 'https://x.test/keys' WITH ISSUER KEY '[REDACTED]' DURATION FOR TOKEN 1h, FOR SESSION NONE",
    "DEFINE ACCESS app ON NAMESPACE TYPE JWT URL 'https://x.test/keys' WITH ISSUER ALGORITHM RS256 KEY 'private' DURATION FOR TOKEN 1h, FOR SESSION NONE",
  ],
];

function parseOne(text: string): Statement {
  const [statement] = parseProgram(text).statements;
  if (statement === undefined) throw new Error("no statement");
  return statement;
}

function parseDefine(text: string): Define {
  const statement = parseOne(text);
  if (statement.statement !== "define") throw new Error("no DEFINE");
  return statement;
}

describe("a definition", () => {
  it.each(shown)("shows %s as %s and keeps %s", (text, info, stored) => {
    expect(printDefinition(parseDefine(text))).toBe(info);
    expect(printStored(parseDefine(text))).toBe(stored);
  });

  it("keeps all that a definition says", () => {
    for (const [text, , stored] of shown) {
      const plain = { ...parseDefine(text), whenTaken: "error", ...(text.includes("CONCURRENTLY") && { concurrently: false }) };
      expect(parseDefine(stored)).toEqual(plain);
    }
  });
});
