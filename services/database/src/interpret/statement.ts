import { setTimeout as pause } from "node:timers/promises";
import { QueryError } from "../errors.ts";
import { coerce } from "../kinds/coerce.ts";
import { coercing } from "./kinds.ts";
import { isArray } from "../values/kind-of.ts";
import { printRaw } from "../values/print.ts";
import { Duration, Range, type Value } from "../values/value.ts";
import type { Statement } from "../language/surrealql/tree/index.ts";
import { invalidTimeout, letCoercion, notIterable, protectedVariable, rangeNotOfInts, thrown } from "../messages/interpret.ts";
import { runAccess } from "./define/access.ts";
import { runAlter } from "./define/alter.ts";
import { runDefine } from "./define/define.ts";
import { runInfo } from "./define/info.ts";
import { runRebuild } from "./define/rebuild.ts";
import { runRemove } from "./define/remove.ts";
import { maySetOption, maySleep } from "./define/rights.ts";
import { ask, type Effect } from "./effect.ts";
import { evaluate } from "./evaluate.ts";
import { explainSelect, explainWrite, runExplain } from "./explain.ts";
import { Frame } from "./frame.ts";
import { fetchPaths } from "./idiom/fetch.ts";
import { catchingReturn, plainly } from "./closure.ts";
import { protectedNames } from "./parameter.ts";
import { inside, lightStep, type Scope } from "./scope.ts";
import { runShow } from "./show.ts";
import { runSelect } from "./select/select.ts";
import { LoopSignal, ReturnSignal } from "./signals.ts";
import { checkDeadline, takeTurns } from "./turns.ts";
import { isTruthy } from "../values/compare.ts";
import { runCreate } from "./write/create.ts";
import { runDelete } from "./write/delete.ts";
import { runInsert } from "./write/insert.ts";
import { runRelate } from "./write/relate.ts";
import { runUpdate } from "./write/update.ts";
import { unsupported } from "../messages/unsupported.ts";

/** Runs one statement that needs no session: transactions, USE and live queries belong to `run.ts`. */
export function* runStatement(statement: Statement, scope: Scope): Effect<Value> {
  switch (statement.statement) {
    case "expression":
      return yield* evaluate(statement.expression, scope);
    case "let":
      return yield* runLet(statement, scope);
    case "return": {
      const value = yield* evaluate(statement.value, scope);
      throw new ReturnSignal(statement.fetch.length === 0 ? value : yield* fetchPaths(value, statement.fetch, scope));
    }
    case "throw":
      throw thrown(printRaw(yield* evaluate(statement.error, scope)));
    case "break":
      throw new LoopSignal("loop");
    case "continue":
      throw new LoopSignal("round");
    case "sleep":
      maySleep(scope);
      return yield* sleep(yield* evaluate(statement.duration, scope), scope);
    case "option":
      return runOption(statement, scope);
    case "if":
      return yield* runIf(statement, scope);
    case "for":
      return yield* runFor(statement, scope);
    case "select":
      return statement.explain === undefined
        ? yield* runSelect(statement, inside(scope, {}))
        : yield* explainSelect(statement, statement.explain, scope);
    case "create":
      return yield* runCreate(statement, inside(scope, {}));
    case "insert":
      return yield* runInsert(statement, inside(scope, {}));
    case "update":
    case "upsert":
      return statement.explain === undefined
        ? yield* runUpdate(statement, inside(scope, {}))
        : yield* explainWrite(statement, statement.explain, scope);
    case "delete":
      return statement.explain === undefined
        ? yield* runDelete(statement, inside(scope, {}))
        : yield* explainWrite(statement, statement.explain, scope);
    case "relate":
      return yield* runRelate(statement, inside(scope, {}));
    case "define":
      return yield* runDefine(statement, scope);
    case "alter":
      return yield* runAlter(statement, scope);
    case "remove":
      return yield* runRemove(statement, scope);
    case "rebuild":
      return yield* runRebuild(statement, scope);
    case "info":
      return yield* runInfo(statement, scope);
    case "access":
      return yield* runAccess(statement, scope);
    case "show":
      return yield* runShow(statement, scope);
    case "explain":
      return yield* runExplain(statement, scope);
    case "begin":
    case "commit":
    case "cancel":
    case "use":
    case "live":
    case "kill":
      throw unsupported(statement.statement.toUpperCase());
  }
}

/** The statements of a block, in a frame of its own. Its value is that of its last statement; LET has none. */
export function* runBlock(statements: readonly Statement[], scope: Scope): Effect<Value> {
  return yield* runInFrame(statements, inside(scope, { frame: new Frame(scope.frame) }, lightStep));
}

function* runInFrame(statements: readonly Statement[], scope: Scope): Effect<Value> {
  let last: Value = undefined;
  for (const statement of statements) last = yield* runNested(statement, scope);
  return last;
}

/** A block that stands directly in a block sets the variables of the outer one. */
function* runNested(statement: Statement, scope: Scope): Effect<Value> {
  if (statement.statement === "expression" && statement.expression.kind === "block") {
    return yield* runInFrame(statement.expression.statements, inside(scope, {}, lightStep));
  }
  return yield* runStatement(statement, scope);
}

type Let = Extract<Statement, { statement: "let" }>;

function* runLet(statement: Let, scope: Scope): Effect<Value> {
  scope.frame.set(statement.name, yield* valueOfLet(statement, catchingReturn(evaluate(statement.value, scope)), scope));
  return undefined;
}

/** The value that a LET sets, checked against its type. */
export function* valueOfLet({ name, type }: Let, value: Effect<Value>, scope: Scope): Effect<Value> {
  if (protectedNames.has(name)) throw protectedVariable(name);
  const found = yield* plainly(value);
  if (type === undefined) return found;
  return yield* coercing(found, type, scope, (cause) => letCoercion(name, cause));
}

function* runIf({ branches, otherwise }: Extract<Statement, { statement: "if" }>, scope: Scope): Effect<Value> {
  for (const { condition, then } of branches) {
    if (isTruthy(yield* evaluate(condition, scope))) return yield* evaluate(then, scope);
  }
  return otherwise === undefined ? undefined : yield* evaluate(otherwise, scope);
}

function* runFor({ name, over, body }: Extract<Statement, { statement: "for" }>, scope: Scope): Effect<Value> {
  for (const item of itemsOf(yield* evaluate(over, scope))) {
    yield* takeTurns(scope);
    try {
      const frame = new Frame(scope.frame, new Map([[name, item]]));
      yield* runInFrame(body.statements, inside(scope, { frame }, lightStep));
    } catch (signal) {
      if (!(signal instanceof LoopSignal)) throw signal;
      if (signal.ends === "loop") break;
    }
  }
  return undefined;
}

function* itemsOf(value: Value): Generator<Value, void> {
  if (isArray(value)) yield* value;
  else if (value instanceof Range) yield* intsOf(value);
  else throw notIterable(printRaw(value));
}

function* intsOf(range: Range): Generator<bigint, void> {
  const [begin, end] = [intOf(range.begin, leastInt), intOf(range.end, greatestInt)];
  const last = end.inclusive ? end.value : end.value - 1n;
  for (let int = begin.inclusive ? begin.value : begin.value + 1n; int <= last; int++) yield int;
}

const [leastInt, greatestInt] = [-(2n ** 63n), 2n ** 63n - 1n];

/** A bound of a range; one that is left out is the last int that there is. */
function intOf(bound: Range["begin"], open: bigint): { readonly value: bigint; readonly inclusive: boolean } {
  if (bound === undefined) return { value: open, inclusive: true };
  try {
    return { value: coerce(bound.value, { kind: "int" }) as bigint, inclusive: bound.inclusive };
  } catch (error) {
    if (error instanceof QueryError) throw rangeNotOfInts(error.message);
    throw error;
  }
}

/** Other options than IMPORT have no effect. */
function runOption({ name, on }: Extract<Statement, { statement: "option" }>, scope: Scope): undefined {
  maySetOption(scope);
  if (name.toUpperCase() === "IMPORT") scope.env.session.importing = on;
}

/** Runs something that must end within `timeout`. */
export function* withinTimeout(timeout: Value, scope: Scope, body: Effect<Value>): Effect<Value> {
  if (!(timeout instanceof Duration)) throw invalidTimeout();
  const outer = scope.env.deadline;
  const at = performance.now() + Number(timeout.nanos / 1000n) / 1000;
  if (outer === undefined || at < outer.at) scope.env.deadline = { at, limit: timeout };
  try {
    checkDeadline(scope);
    const value = yield* body;
    checkDeadline(scope);
    return value;
  } finally {
    scope.env.deadline = outer;
  }
}

/** A sleep looks so often, in milliseconds, whether its statement is to end. */
const longestNap = 100;

function* sleep(duration: Value, scope: Scope): Effect<Value> {
  if (!(duration instanceof Duration)) return undefined;
  const until = performance.now() + Number(duration.nanos / 1000n) / 1000;
  for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
    const nap = Math.min(left, longestNap, Math.max(1, (scope.env.deadline?.at ?? Infinity) - performance.now()));
    yield* ask(() => pause(nap));
    checkDeadline(scope);
  }
  return undefined;
}
