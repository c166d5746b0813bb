import { uuid4 } from "../../functions/rand/identifiers.ts";
import type { ApiSettings, Define, Expression } from "../../language/surrealql/tree/index.ts";
import { apiAnswers } from "../../messages/api.ts";
import { saidPlainly } from "../../messages/interpret.ts";
import { unknownFunction } from "../../messages/functions.ts";
import { isObject } from "../../values/kind-of.ts";
import { compareTexts } from "../../values/order.ts";
import { printRaw } from "../../values/print.ts";
import { Closure, type Value } from "../../values/value.ts";
import { callDefined, catchingReturn, type NativeClosure } from "../closure.ts";
import type { Effect } from "../effect.ts";
import { evaluate, evaluateAll } from "../evaluate.ts";
import { Frame } from "../frame.ts";
import { savepoint, settle, undoTo } from "../pending.ts";
import { isPermitted } from "../permission.ts";
import { databaseOf, inside, type Scope } from "../scope.ts";
import { failure, failureOf, notAResponse, requestFrom, requestIdHeader, responseFrom } from "./exchange.ts";
import type { ApiRequest, ApiResponse } from "./exchange.ts";
import { builtinMiddleware, withEntry, withHeaders, type Next } from "./middleware.ts";
import { matchApiPath, parseApiPath, type ApiMatch } from "./path.ts";

type DefineApi = Extract<Define, { what: "api" }>;

/** `api::invoke`: runs what is defined for a path and a method, without HTTP. */
export function* invokeApi([path, options]: readonly Value[], scope: Scope): Effect<Value> {
  const requestId = uuid4(scope.env.outside);
  const request = requestFrom(options, requestId);
  const found = findApi(printRaw(path), printRaw(request.get("method")), scope);
  if (found === undefined) return answered(failure(404n, apiAnswers.notFound), requestId);
  const { settings, action, params } = found;
  for (const { permissions } of settings)
    if (!(yield* isPermitted(permissions, scope))) return answered(failure(403n, apiAnswers.notAllowed), requestId);
  const calls = settings.flatMap(({ middleware }) => middleware);
  const chain = calls.reduceRight<Next>(
    (next, call, index) => (given) => runMiddleware(call, given, next, index === 0, scope),
    (given) => runAction(action, given, scope),
  );
  const response = yield* chain(withEntry(request, "params", params));
  return answered(withHeaders(response, new Map([[requestIdHeader, requestId]])), requestId);
}

/** The response as the caller sees it. */
function answered(response: ApiResponse, requestId: string): Value {
  return new Map<string, Value>([
    ["body", response.get("body")],
    ["headers", response.get("headers")],
    ["request_id", requestId],
    ["status", response.get("status")],
  ]);
}

interface Found extends Pick<ApiMatch, "params"> {
  /** Of the database, of the API, and of the method: in this order they stand around the action. */
  readonly settings: readonly ApiSettings[];
  readonly action: Expression;
}

/** The API with the plainest path that has an action for the method. */
function findApi(called: string, method: string, scope: Scope): Found | undefined {
  const database = databaseOf(scope);
  const common = database?.configs.get("API")?.tree.config;
  const matches = [...(database?.apis ?? [])].flatMap(([path, { tree }]) => {
    const own = actionOf(tree, method);
    const match = matchApiPath(parseApiPath(path), called);
    return own === undefined || match === undefined ? [] : [{ path, match, own, tree }];
  });
  const [best] = matches.toSorted((a, b) => compareTexts(a.match.rank, b.match.rank) || compareTexts(a.path, b.path));
  if (best === undefined) return undefined;
  const { own, tree, match } = best;
  const settings = [...(common?.of === "api" ? [common] : []), tree.fallback, ...own.settings];
  return { settings, action: own.action, params: match.params };
}

/** With no settings of its own it is the action of any method. */
function actionOf({ actions, fallback }: DefineApi, method: string): Pick<Found, "action" | "settings"> | undefined {
  const own = actions.find(({ methods }) => methods.includes(method));
  if (own !== undefined) return { action: own.action, settings: [own] };
  return fallback.action === undefined ? undefined : { action: fallback.action, settings: [] };
}

function* runAction(action: Expression, request: ApiRequest, scope: Scope): Effect<ApiResponse> {
  const frame = new Frame(undefined, new Map([["request", request]]));
  const point = yield* savepoint(scope);
  let value: Value;
  try {
    value = yield* catchingReturn(evaluate(action, inside(scope, { frame, current: undefined })));
  } catch (error) {
    return failureOf(error);
  }
  return (yield* failedWrites(point, scope)) ?? responseFrom(value) ?? notAResponse;
}

/** Writes wait for others: what is wrong with them is known only when they are done. */
function* failedWrites(point: number, scope: Scope): Effect<ApiResponse | undefined> {
  try {
    yield* settle(scope);
    return undefined;
  } catch (error) {
    const failed = failureOf(saidPlainly(error));
    yield* undoTo(point, scope);
    return failed;
  }
}

/** What the outermost middleware itself does wrong is not told to who calls. */
function* runMiddleware(
  call: Expression,
  request: ApiRequest,
  next: Next,
  isOutermost: boolean,
  scope: Scope,
): Effect<ApiResponse> {
  try {
    return responseFrom(yield* callMiddleware(call, request, next, scope)) ?? notAResponse;
  } catch (error) {
    const failed = failureOf(saidPlainly(error));
    return isOutermost ? withEntry(failed, "body", undefined) : failed;
  }
}

function* callMiddleware(call: Expression, request: ApiRequest, next: Next, scope: Scope): Effect<Value> {
  if (call.kind !== "call" || !("name" in call.callee)) return undefined;
  const { of, name } = call.callee;
  const args = yield* evaluateAll(call.args, scope);
  if (of === "custom") return yield* callDefined(name, [request, nextAsFunction(next), ...args], scope);
  const middleware = builtinMiddleware[name];
  if (middleware === undefined) throw unknownFunction(name);
  return yield* middleware(request, next, args, scope);
}

/** What comes after a middleware, as a function of the language. */
function nextAsFunction(next: Next): Closure {
  const definition: NativeClosure = {
    *native([request]) {
      return isObject(request) ? yield* next(request) : failure(400n, apiAnswers.notARequest);
    },
  };
  return new Closure("|$request: object| -> object {  }", definition);
}
