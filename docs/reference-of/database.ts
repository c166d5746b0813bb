/** The database: the language, the wires, the limits. */
import { functionNamed, functionNames } from "../../services/database/src/functions/index.ts";
import { contextualFunctions } from "../../services/database/src/interpret/contextual-functions.ts";
import { functionNames as readNames } from "../../services/database/src/language/surrealql/parse/function-names.ts";
import { formats } from "../../services/database/src/wire/format.ts";
import { bodyLimits } from "../../services/database/src/wire/http/app.ts";
import { attachedLimits } from "../../services/database/src/wire/rpc/attached-sessions.ts";
import { methods } from "../../services/database/src/wire/rpc/methods.ts";
import { socketLimits } from "../../services/database/src/wire/rpc/websocket.ts";
import { languageVersion } from "../../services/database/src/wire/version.ts";

const here = [...functionNames, ...Object.keys(contextualFunctions)];
const missing = [...readNames].filter((name) => functionNamed(name) === undefined && !(name in contextualFunctions));

export function databasePage(): string {
  return `<!-- needs: database -->

# The database: language, HTTP, RPC, limits

What [the database](../concepts/database.md) takes and answers. The language is SurrealQL as of version ${languageVersion}. Settings are the \`DB_*\` of
[settings](settings.md), and \`SERVICE_SECRETS_DIR\`, \`SERVICE_LOG_LEVEL\`, \`SERVICE_DRAIN_SECONDS\` and \`SERVICE_METRICS_ADDRESS\`.

## Statements

\`SELECT\`, \`CREATE\`, \`INSERT\` (also \`RELATION\`, \`IGNORE\`, \`ON DUPLICATE KEY UPDATE\`), \`UPDATE\`, \`UPSERT\`, \`DELETE\`, \`RELATE\`; \`BEGIN\`,
\`COMMIT\`, \`CANCEL\`; \`LIVE SELECT\`, \`KILL\`; \`USE\`, \`LET\`, \`RETURN\`, \`IF\`, \`FOR\`, \`BREAK\`, \`CONTINUE\`, \`THROW\`, \`SLEEP\`, \`OPTION IMPORT\`;
\`SHOW CHANGES\`, \`INFO FOR\`, \`REBUILD INDEX\`, \`ACCESS … GRANT / SHOW / REVOKE / PURGE\`.

\`DEFINE\`, \`ALTER\` and \`REMOVE\` of: namespace, database (\`STRICT\`, \`CHANGEFEED\`), table (with views, \`TYPE RELATION\`, \`DROP\`, \`CHANGEFEED\`), field (\`COMPUTED\`, \`REFERENCE\`), index
(\`UNIQUE\`, \`COUNT\`, \`FULLTEXT\`, \`HNSW\`), analyzer, event, function, param, sequence, user, access, API (run by \`api::invoke\`). \`ALTER\` takes some of these.

Statements may be nested, paths go over links and edges (\`->\`, \`<-\`, \`<->\`) and recur (\`@.{1..3}\`), values may be closures, ranges, sets,
geometries and regular expressions.

## What is not there

What the parser knows and the database lacks says so; what is refused as an error of syntax gives 400.

| asked for | answer |
|---|---|
| \`function() { … }\` (scripting) | \`Scripting is not supported here\` |
| \`DEFINE BUCKET\`, \`DEFINE MODULE\`, \`mod::\`, \`silo::\` | an error of syntax that speaks of an experimental feature; no setting turns it on |
| \`ml::…\` | an error of syntax: \`Machine learning is not supported here\` |
| \`SELECT … VERSION\` of the past | \`[]\` before the table was defined; else \`VERSION of a moment in the past is not supported here\` |
| functions of the list below | \`The function http::get() is not supported here\` |
| \`GET /graphql\`, \`/gql\`, \`/api/…\`, \`/ml/…\` | 404 |
| the Postgres protocol, ISO GQL | nothing listens |

\`\`\`sh
sql() { curl -s -u "root:$DB_PASS" -H 'Surreal-NS: tried' -H 'Surreal-DB: main' http://127.0.0.1:8000/sql -d "$1" | jq -r '.[-1].result'; }
curl -s -u "root:$DB_PASS" http://127.0.0.1:8000/sql -d 'USE NS tried DB main' > /dev/null
sql 'RETURN function() { return 1; }'
sql 'RETURN http::get("http://example.com")'
curl -s -u "root:$DB_PASS" http://127.0.0.1:8000/sql -d 'DEFINE BUCKET files BACKEND "memory"' | jq -r .information | head -1
curl -s -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:8000/graphql
\`\`\`

\`\`\`text
Scripting is not supported here
The function http::get() is not supported here
Parse error: Unexpected token \`BUCKET\`, expected the experimental files feature to be enabled
404
\`\`\`

Accepted, and without an effect:

- \`VERSION\` of \`CREATE\` and \`INSERT\`: what is made is there from now on.
- \`DEFINE CONFIG GRAPHQL\`: kept and shown by \`INFO\`.

## Functions

${families(here)}

Functions of your own: \`DEFINE FUNCTION fn::name\`. **Known, and not there:** ${list(missing)}.

## HTTP

| route | does |
|---|---|
| \`POST /sql\` | runs statements (text); parameters of the address are variables, as strings; one result for each statement |
| \`GET\`, \`POST\`, \`PUT\`, \`PATCH\`, \`DELETE /key/{table}\` and \`/key/{table}/{id}\` | records: read (\`?limit=\`, 100 unless said, \`?start=\`), create, replace, merge, delete |
| \`POST /signup\`, \`POST /signin\` | \`{ns, db, ac, …}\`, or \`{user, pass}\` of a system user (with \`ns\`, \`db\`) → \`{code, details, token}\`, and \`refresh\` where the access method gives one |
| \`GET\`, \`POST /export\`, \`POST /import\` | [one database as statements](../how-to/import-and-export-a-database.md) |
| \`POST /rpc\`, WebSocket \`/rpc\` | RPC, see below |
| \`GET /status\` · \`/health\`, \`/ready\` · \`/version\` | 200 · 200 or 503 · \`surrealdb-${languageVersion}\` |

Headers of a request: \`Surreal-NS\`, \`Surreal-DB\` (also \`NS\`, \`DB\`); \`Authorization: Bearer <token>\`, or \`Basic\` for a system user, whose level
\`Surreal-Auth-NS\` and \`Surreal-Auth-DB\` say: without them it is a root user. \`Accept\` and \`Content-Type\`: ${list(formats.map(({ mediaType }) => mediaType))};
others are 415. JSON shows decimals, dates, ids and durations as strings, NONE as null; the others keep their types, but carry no
closure, CBOR no regular expression, and FlatBuffers no duration beyond 2^63 seconds.

An answer of \`/sql\` is 200 also where a statement failed: look at each \`status\` (\`OK\`, \`ERR\`); \`kind\` says what kind of failure \`result\` tells.
A namespace or database that is not there is made by \`USE\`, not by a header.

\`\`\`sh
curl -s -i -u "root:$DB_PASS" -H 'Surreal-NS: tried' -H 'Surreal-DB: main' http://127.0.0.1:8000/sql -d 'RETURN 1; THROW "no"'
\`\`\`

\`\`\`text
HTTP/1.1 200 OK
surreal-version: surrealdb-${languageVersion}
server: Loci
Access-Control-Allow-Origin: *
Content-Type: application/json
…
[{"result":1,"status":"OK","time":"…","type":null},{"kind":"Thrown","result":"An error occurred: no","status":"ERR","time":"…"}]
\`\`\`

| status | when | body |
|---|---|---|
| 400 | the text does not parse, or the request is wrong | \`{code, details, description, information}\`; \`information\` says what is wrong, and where |
| 401 | wrong credentials, or a token that is not good any more | the same |
| 403 | anonymous, without \`--allow-guests\` | the same |
| 404, 413, 415 | no such route; the body is too long; the format | the same |
| 408 | before anybody signed in: the body took longer than 30 s | the same |
| 422 | statements of an import failed | the result of each |
| 503 | the database cannot be opened; the server's log says why | text |

## RPC

One object for each call, \`{id, method, params}\`, over HTTP in the format of its \`Content-Type\`, over a WebSocket in that of its subprotocol
(${list(formats.map(({ name }) => name))}). FlatBuffers have the schema \`surrealdb.protocol.v1\`, which the SDK for Rust speaks. The answer has \`result\`, or \`error: {code, kind, message, details}\`.

\`kind\` is what the clients' classes of errors are named after; \`details\` names the case and what it is about, where there are several:
\`{kind: "Record", details: {id: "a:1"}}\` of what exists already, \`{kind: "Auth", details: {kind: "TokenExpired"}}\` of what is not allowed,
\`{kind: "TransactionConflict"}\` of what may be run again. A failed statement of \`/sql\` and \`query\` has both too.

Methods: ${list([...Object.keys(methods), "attach", "detach", "sessions"].toSorted())}. Over HTTP, \`live\`, \`kill\`, \`begin\`, \`commit\`, \`cancel\` and
\`sessions\` are refused: they need a WebSocket.

A session of its own is attached by \`{method: "attach", session: <UUID>}\`: what calls with this \`session\` set (\`use\`, \`let\`, \`signin\`) lasts. Over a
WebSocket it is the connection's. Over HTTP it is the process's: it ends by \`detach\`, or ${attachedLimits.idleMs / 60_000} minutes after its last call, and once
somebody has signed in, only requests whose \`Authorization\` is of the same one find it.

| code | when |
|---|---|
| -32700, -32600, -32601 | unreadable; no request; no such method, or not found |
| -32602 | not allowed |
| -32603 | wrong parameters, or a text that does not parse |
| -32002 | wrong credentials, or a token or session that has ended |
| -32003 | a statement that was not run as its transaction failed |
| -32004, -32005 | it took too long; it was cancelled |
| -32006 | \`THROW\` |
| -32009 | a conflict of transactions: run it again |
| -32000 | what is there already; anything else |

## Limits

| what | limit | beyond it |
|---|---|---|
| body of \`/sql\`, \`/key\` and \`/export\`, \`/signin\` and \`/signup\` | ${size(bodyLimits.sql)}, ${size(bodyLimits.key)}, ${size(bodyLimits.access)} | 413 |
| body of \`/rpc\`, \`/import\` | ${size(bodyLimits.rpc)}, ${size(bodyLimits.import)} | 413 |
| message of a WebSocket | ${size(socketLimits.message)} | the connection is closed |
| WebSockets of a process | ${number(socketLimits.sockets)} | closed with 1013 |
| calls of a WebSocket that wait | ${number(socketLimits.calls)} | an error |
| bytes that a client has not read | ${size(socketLimits.unsent)} | the connection is cut |
| pause between two signs of life (ping) | ${(socketLimits.pingMs * socketLimits.silentPings) / 1000} s | the connection is cut |
| live queries, open transactions, further sessions of a connection | 512, 8, 64 | an error |
| open transactions of a process (\`DB_MAX_TRANSACTIONS\`); of who is signed in as one record; of all such | 8; 4; three quarters | an error |
| sessions attached over HTTP, of these such in which nobody has signed in | ${number(attachedLimits.sessions)}, ${number(attachedLimits.strangers)} | the longest unused ends |
| a transaction without a statement, altogether | 10 s, 5 min | rolled back |
| one statement, a wait for a lock | 60 s, 10 s | an error; \`TIMEOUT\` sets a shorter time |
| nesting of a text, of calls while it runs, steps of a recursion | 20, 120, 256 | an error |
| characters or bytes that a function is given | 4 Mi (\`DB_MAX_TEXT\`) | an error |
| a regular expression: its steps for a character, times the characters of the text | 10 million | an error |
| what \`string::repeat\`, \`array::repeat\` and their like make | 1 MiB | an error |

## Tokens

| of | life unless its definition says otherwise |
|---|---|
| an access method, \`FOR TOKEN\` | 15 minutes |
| a user of \`DEFINE USER\`, \`FOR TOKEN\` | 1 hour |
| a grant: bearer key, refresh token | 30 days; a refresh token works once |
| a session, \`FOR SESSION\` | as long as its connection |

Tokens are JWTs with the issuer (\`iss\`) \`Loci\`; clocks may differ by 5 seconds. A token of access is good until it expires: revoking a grant ends what it would be renewed by. A change of a user's password ends that user's tokens. The server names itself \`Loci\` in the header \`server\`;
\`surreal-version\` and \`/version\` begin with \`surrealdb-\`, as clients look for that.`;
}

/** Names by what stands before their last \`::\`, without the older spellings. */
function families(names: readonly string[]): string {
  const byFamily = Map.groupBy(names.toSorted(), (name) => (name.includes("::") ? name.slice(0, name.indexOf("::")) : ""));
  return [...byFamily]
    .map(
      ([family, of]) =>
        `- ${family === "" ? "" : `**${family}::** `}${of.map((name) => name.slice(family === "" ? 0 : family.length + 2)).join(", ")}`,
    )
    .join("\n");
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
const number = (n: number): string => n.toLocaleString("en");

function size(bytes: number): string {
  const [unit, of] = (
    [
      ["GiB", 2 ** 30],
      ["MiB", 2 ** 20],
      ["KiB", 2 ** 10],
    ] as const
  ).find(([, of]) => bytes >= of) ?? ["bytes", 1];
  return `${bytes / of} ${unit}`;
}
