import type { Cursor } from "../parse/cursor.ts";
import { parseExpression } from "../parse/expression.ts";
import type { Expression, Jwt } from "../tree/index.ts";

const algorithms = new Set("EDDSA ES256 ES384 ES512 HS256 HS384 HS512 PS256 PS384 PS512 RS256 RS384 RS512".split(" "));

/** What stands behind JWT: how tokens are checked, and with which key they are issued. A symmetric key does both. */
export function parseJwt(cursor: Cursor): Jwt {
  const verify = parseVerify(cursor);
  const symmetric = "algorithm" in verify && verify.algorithm.startsWith("HS");
  const signing = symmetric ? { algorithm: verify.algorithm, key: verify.key } : undefined;
  if (!cursor.eat("WITH")) return { verify, issuer: signing };
  cursor.expect("ISSUER");
  return { verify, issuer: parseIssuer(cursor, "algorithm" in verify ? verify.algorithm : undefined) ?? signing };
}

function parseVerify(cursor: Cursor): Jwt["verify"] {
  if (cursor.eat("URL")) return { url: parseExpression(cursor) };
  if (!cursor.eat("ALGORITHM")) throw cursor.unexpected("`ALGORITHM`, or `URL`");
  const algorithm = parseAlgorithm(cursor);
  if (!cursor.eat("KEY")) throw cursor.unexpected("a key");
  return { algorithm, key: parseExpression(cursor) };
}

function parseAlgorithm(cursor: Cursor): string {
  const { key } = cursor.peek();
  if (!algorithms.has(key)) throw cursor.unexpected("a valid algorithm");
  cursor.next();
  return key;
}

function parseIssuer(cursor: Cursor, expected: string | undefined): Jwt["issuer"] {
  let algorithm = expected;
  let key: Expression | undefined;
  for (;;) {
    if (cursor.eat("ALGORITHM")) {
      if (expected !== undefined && algorithms.has(cursor.peek().key) && cursor.peek().key !== expected)
        throw cursor.unexpected("a compatible algorithm or no algorithm");
      algorithm = parseAlgorithm(cursor);
    } else if (cursor.eat("KEY")) key = parseExpression(cursor);
    else break;
  }
  return key && { algorithm, key };
}
