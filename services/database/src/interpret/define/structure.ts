import type {
  AccessKind,
  ApiSettings,
  Define,
  Durations,
  Expression,
  Jwt,
  Permission,
  Shown,
} from "../../language/surrealql/tree/index.ts";
import { printConfig, printAnalyzer } from "../../language/surrealql/print/define-others.ts";
import { printExpression, printIdiom, printKind } from "../../language/surrealql/print/index.ts";
import { printIndex } from "../../language/surrealql/print/define-index.ts";
import { printRaw } from "../../values/print.ts";
import { TableName, type ObjectValue, type Value } from "../../values/value.ts";

type Of<What extends Define["what"]> = Extract<Define, { what: What }>;

/** A definition as an object, as INFO … STRUCTURE shows it. What is not said is not there. */
/** @param number of a namespace, a database and a table, which have one */
export function structureOf(define: Define, name: string, number?: number): Value {
  if (define.what === "config") return configStructure(define);
  if (define.what === "api") return apiStructure(define);
  const id = number === undefined ? undefined : BigInt(number);
  const entries: Record<string, Value> = { id, name, comment: valueOf(define.comment), ...detailsOf(define) };
  const shown = objectOf(entries);
  // A sequence alone says that it has none of what it may have.
  return define.what === "sequence" ? new Map([...shown, ["timeout", valueOf(define.timeout)]]) : shown;
}

/** Entries with NONE mean something only where they are wrapped. */
function objectOf(entries: Record<string, Value>): ObjectValue {
  return new Map(Object.entries(entries).filter(([, value]) => value !== undefined));
}

function detailsOf(define: Define): Record<string, Value> {
  switch (define.what) {
    case "table":
      return tableDetails(define);
    case "field":
      return fieldDetails(define);
    case "index":
      return {
        ...{ cols: define.fields.map(pathText), index: indexText(define), table: textOf(define.table) },
        prepare_remove: define.prepareRemove,
      };
    case "event":
      return {
        what: new TableName(printRaw(textOf(define.table))),
        when: printExpression(define.when),
        then: define.then.map(bare),
        ...(define.async && { async: true, retry: BigInt(define.async.retry), maxdepth: BigInt(define.async.maxDepth) }),
      };
    case "param":
      return { value: printExpression(define.value), permissions: permissionOf(define.permissions, true) };
    case "function":
      return {
        args: define.parameters.map(({ name, type }) => [name, printKind(type)]),
        block: printExpression(define.body),
        permissions: permissionOf(define.permissions, true),
        returns: define.returns === undefined ? undefined : printKind(define.returns),
      };
    case "analyzer":
      return analyzerDetails(define);
    case "sequence":
      return { batch: textOr(define.batch, "1000"), start: textOr(define.start, "0"), timeout: valueOf(define.timeout) };
    case "user":
      return {
        duration: userDurations(define.durations),
        hash: valueOf(define.passhash),
        roles: define.roles.map((role) => role.toUpperCase()),
      };
    case "access":
      return {
        duration: accessDurations(define),
        kind: accessKind(define.access),
        authenticate: textOr(define.authenticate, undefined),
      };
    default:
      return {};
  }
}

function apiStructure({ name, fallback, actions, comment }: Of<"api">): Value {
  return objectOf({
    path: valueOf(name),
    config: apiSettings(fallback),
    fallback: fallback.action && bare(fallback.action),
    actions: actions.map((each) => objectOf({ methods: each.methods, action: bare(each.action), config: apiSettings(each) })),
    comment: valueOf(comment),
  });
}

function apiSettings({ middleware, permissions }: ApiSettings): Value {
  const calls = middleware.map((call): readonly [string, Value] =>
    call.kind === "call" && "name" in call.callee
      ? [call.callee.of === "custom" ? `fn::${call.callee.name}` : call.callee.name, call.args.map((each) => bare(each))]
      : [bare(call), []],
  );
  return objectOf({
    middleware: calls.length === 0 ? undefined : new Map(calls),
    permissions: typeof permissions === "boolean" ? permissions : bare(permissions),
  });
}

function configStructure({ config }: Of<"config">): Value {
  if (config.of === "api") return new Map([["api", apiSettings(config)]]);
  if (config.of !== "graphql") return new Map([[config.of, printConfig(config).trimStart()]]);
  const shown = (what: Shown): Value => (typeof what === "string" ? what.toUpperCase() : new Map(Object.entries(what)));
  return new Map([["graphql", objectOf({ functions: shown(config.functions), tables: shown(config.tables) })]]);
}

function tableDetails({ drop, schemafull, type, view, changefeed, permissions }: Of<"table">): Record<string, Value> {
  return {
    drop,
    schemafull,
    kind: objectOf({
      kind: type.type.toUpperCase(),
      ...(type.type === "relation" ? { in: some(type.from), out: some(type.to), enforced: type.enforced } : {}),
    }),
    view: view && `AS ${bare({ kind: "statement", statement: view, parenthesised: false })}`,
    changefeed: changefeed && objectOf({ expiry: valueOf(changefeed.expiry), original: changefeed.includeOriginal }),
    permissions: objectOf({
      select: permissionOf(permissions.select, false),
      create: permissionOf(permissions.create, false),
      update: permissionOf(permissions.update, false),
      delete: permissionOf(permissions.delete, false),
    }),
  };
}

/** A statement without the parentheses around it. */
function bare(expression: Expression): string {
  const text = printExpression(expression);
  return expression.kind === "statement" ? text.slice(1, -1) : text;
}

function some(names: readonly string[]): Value {
  return names.length === 0 ? undefined : names;
}

function fieldDetails(field: Of<"field">): Record<string, Value> {
  const { permissions, reference } = field;
  return {
    table: textOf(field.table),
    kind: field.type && printKind(field.type),
    flexible: field.flexible ? true : undefined,
    readonly: field.readonly,
    value: textOr(field.value, undefined),
    assert: textOr(field.assert, undefined),
    computed: textOr(field.computed, undefined),
    default: textOr(field.default?.value, undefined),
    default_always: field.default?.always,
    reference:
      reference &&
      objectOf({
        on_delete:
          typeof reference.onDelete === "string" ? reference.onDelete.toUpperCase() : printExpression(reference.onDelete.then),
      }),
    permissions: objectOf({
      select: permissionOf(permissions.select, true),
      create: permissionOf(permissions.create, true),
      update: permissionOf(permissions.update, true),
    }),
  };
}

function pathText(field: Expression): string {
  return field.kind === "idiom" ? printIdiom(field) : printExpression(field);
}

/** What kind of index it is: what its definition says after its fields. */
function indexText(index: Of<"index">): string {
  const bare = printIndex({ ...index, comment: undefined });
  const fields = index.fields.map(pathText).join(", ");
  const at = bare.indexOf(` FIELDS ${fields}`);
  return (at === -1 ? bare.slice(bare.indexOf(" COUNT")) : bare.slice(at + ` FIELDS ${fields}`.length)).trim();
}

function analyzerDetails(analyzer: Of<"analyzer">): Record<string, Value> {
  const text = printAnalyzer({ ...analyzer, comment: undefined, function: undefined });
  const filters = text.includes(" FILTERS ") ? text.slice(text.indexOf(" FILTERS ") + " FILTERS ".length) : "";
  return {
    function: analyzer.function,
    tokenizers: some(analyzer.tokenizers.map((tokenizer) => tokenizer.toUpperCase())),
    filters: analyzer.filters.length === 0 ? undefined : splitOutside(filters),
  };
}

/** Commas that are not within parentheses part the filters. */
function splitOutside(text: string): readonly string[] {
  const parts: string[] = [""];
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${character}`);
  }
  return parts.map((part) => part.trim());
}

function userDurations({ token, session }: Durations): Value {
  return new Map([
    ["session", valueOf(session)],
    ["token", valueOf(token)],
  ]);
}

/** A method that issues no tokens or grants has no duration for them. */
function accessDurations({ durations: { grant, token, session } }: Of<"access">): Value {
  const shown = new Map<string, Value>([["session", valueOf(session)]]);
  if (token !== undefined) shown.set("token", valueOf(token));
  if (grant !== undefined) shown.set("grant", valueOf(grant));
  return shown;
}

function accessKind(access: AccessKind): Value {
  const verify = access.kind === "bearer" ? undefined : access.jwt?.verify;
  const jwt = verify !== undefined && "url" in verify ? { verify: objectOf({ url: textOf(verify.url) }) } : verifiedByKey(verify);
  return objectOf({
    kind: access.kind.toUpperCase(),
    jwt: objectOf(jwt),
    subject: access.kind === "bearer" ? access.for.toUpperCase() : undefined,
    signup: access.kind === "record" ? bareText(access.signup) : undefined,
    signin: access.kind === "record" ? bareText(access.signin) : undefined,
    refresh: access.kind === "record" && access.refresh ? true : undefined,
  });
}

/** The key of a symmetric algorithm also signs; a public key is shown. */
function verifiedByKey(verify: Exclude<Jwt["verify"], { readonly url: Expression }> | undefined): Record<string, Value> {
  const alg = verify?.algorithm ?? "HS512";
  const secret = objectOf({ alg, key: "[REDACTED]" });
  const key = verify === undefined || alg.startsWith("HS") ? undefined : objectOf({ alg, key: textOf(verify.key) });
  return { verify: key ?? secret, issuer: secret };
}

function bareText(expression: Expression | undefined): Value {
  if (expression?.kind !== "statement") return textOr(expression, undefined);
  const text = printExpression(expression);
  return text.startsWith("(") ? text.slice(1, -1) : text;
}

function permissionOf(permission: Permission | undefined, otherwise: boolean): Value {
  if (permission === undefined) return otherwise;
  return typeof permission === "boolean" ? permission : printExpression(permission);
}

function textOr(expression: Expression | undefined, otherwise: Value): Value {
  return expression === undefined ? otherwise : printExpression(expression);
}

/** The text of a name, the value of a literal. */
function textOf(expression: Expression): Value {
  return expression.kind === "literal" ? expression.value : printExpression(expression);
}

function valueOf(expression: Expression | undefined): Value {
  return expression?.kind === "literal" ? expression.value : textOr(expression, undefined);
}
