import { download } from "./download.ts";
import { createCaller, type Caller, type ConnectionOptions } from "./caller.ts";
import type { AnswerOf, BodyOf, CallArguments, CallOptions, ItemOf, ManagementOperationId, QueryOf } from "./operation.ts";
import { everyLinked } from "./pages.ts";

export interface LociManagementOptions extends ConnectionOptions {
  /** A management key. It opens every context's administration: keep it out of agents and pages. */
  readonly managementKey: string;
}

/** The control plane: contexts, and who may enter them. */
export class LociManagement {
  readonly contexts: ManagedContexts;
  readonly principals: ManagedPrincipals;
  readonly keys: ManagedKeys;
  readonly scopes: ManagedScopes;
  readonly #caller: Caller;

  constructor({ managementKey, ...connection }: LociManagementOptions) {
    this.#caller = createCaller(connection, { bearer: managementKey });
    this.contexts = new ManagedContexts(this.#caller);
    this.principals = new ManagedPrincipals(this.#caller);
    this.keys = new ManagedKeys(this.#caller);
    this.scopes = new ManagedScopes(this.#caller);
  }

  /** Any operation of the API document by its name; what has no method of its own here is reached so. */
  call<Id extends ManagementOperationId>(operationId: Id, ...rest: CallArguments<Id>): Promise<AnswerOf<Id>> {
    return this.#caller.call(operationId, ...rest);
  }

  /** A context's chain of the audit as JSON Lines, as they come; `-` is the deployment's own. `verifyAudit` checks it. */
  exportAudit(ctx: string, options: CallOptions = {}): Promise<Response> {
    return download(this.#caller, "exportContextAudit", { path: { ctx } }, options);
  }

  /** The grant verbs. */
  verbs(options?: CallOptions): Promise<AnswerOf<"listVerbs">> {
    return this.#caller.call("listVerbs", {}, options);
  }
}

/** Contexts: closed memories, each with its own keys. */
export class ManagedContexts {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  list(query?: QueryOf<"listContexts">, options?: CallOptions): Promise<AnswerOf<"listContexts">> {
    return this.#caller.call("listContexts", { query }, options);
  }

  /** All contexts, page after page as they are asked for. */
  all(options: CallOptions = {}): AsyncGenerator<ItemOf<"listContexts">> {
    return everyLinked(this.#caller, "listContexts", {}, options);
  }

  create(body: BodyOf<"createContext">, options?: CallOptions): Promise<AnswerOf<"createContext">> {
    return this.#caller.call("createContext", { body }, options);
  }

  get(ctx: string, options?: CallOptions): Promise<AnswerOf<"getContext">> {
    return this.#caller.call("getContext", { path: { ctx } }, options);
  }

  /** Merges into a context's settings; null takes a field away. */
  update(ctx: string, body: BodyOf<"updateContext">, options?: CallOptions): Promise<AnswerOf<"updateContext">> {
    return this.#caller.call("updateContext", { path: { ctx }, body }, options);
  }

  /** Deletes a context with all that it holds. */
  async delete(ctx: string, options?: CallOptions): Promise<void> {
    await this.#caller.call("deleteContext", { path: { ctx } }, options);
  }

  /** The tokens of one month, by stage and model. */
  usage(ctx: string, query?: QueryOf<"getContextUsage">, options?: CallOptions): Promise<AnswerOf<"getContextUsage">> {
    return this.#caller.call("getContextUsage", { path: { ctx }, query }, options);
  }

  /** How many records there are, and how the search index is. */
  state(ctx: string, options?: CallOptions): Promise<AnswerOf<"getContextState">> {
    return this.#caller.call("getContextState", { path: { ctx } }, options);
  }
}

/** The principals of any context. */
export class ManagedPrincipals {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  list(ctx: string, query?: QueryOf<"listContextPrincipals">, options?: CallOptions): Promise<AnswerOf<"listContextPrincipals">> {
    return this.#caller.call("listContextPrincipals", { path: { ctx }, query }, options);
  }

  /** All of them, page after page as they are asked for. */
  all(ctx: string, options: CallOptions = {}): AsyncGenerator<ItemOf<"listContextPrincipals">> {
    return everyLinked(this.#caller, "listContextPrincipals", { path: { ctx } }, options);
  }

  create(ctx: string, body: BodyOf<"createContextPrincipal">, options?: CallOptions): Promise<AnswerOf<"createContextPrincipal">> {
    return this.#caller.call("createContextPrincipal", { path: { ctx }, body }, options);
  }

  get(ctx: string, principalId: string, options?: CallOptions): Promise<AnswerOf<"getContextPrincipal">> {
    return this.#caller.call("getContextPrincipal", { path: { ctx, principalId } }, options);
  }

  async delete(ctx: string, principalId: string, options?: CallOptions): Promise<void> {
    await this.#caller.call("deleteContextPrincipal", { path: { ctx, principalId } }, options);
  }

  /** Gives a principal verbs over a path. */
  grant(
    ctx: string,
    principalId: string,
    body: BodyOf<"addContextGrants">,
    options?: CallOptions,
  ): Promise<AnswerOf<"addContextGrants">> {
    return this.#caller.call("addContextGrants", { path: { ctx, principalId }, body }, options);
  }

  /** Takes a principal's verbs over a path away. */
  revoke(
    ctx: string,
    principalId: string,
    body: BodyOf<"removeContextGrants">,
    options?: CallOptions,
  ): Promise<AnswerOf<"removeContextGrants">> {
    return this.#caller.call("removeContextGrants", { path: { ctx, principalId }, body }, options);
  }
}

/** The keys of any context's principals. */
export class ManagedKeys {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  list(ctx: string, query?: QueryOf<"listContextKeys">, options?: CallOptions): Promise<AnswerOf<"listContextKeys">> {
    return this.#caller.call("listContextKeys", { path: { ctx }, query }, options);
  }

  /** All of them, page after page as they are asked for. */
  all(ctx: string, options: CallOptions = {}): AsyncGenerator<ItemOf<"listContextKeys">> {
    return everyLinked(this.#caller, "listContextKeys", { path: { ctx } }, options);
  }

  /** All keys of one principal. */
  allOf(ctx: string, principalId: string, options: CallOptions = {}): AsyncGenerator<ItemOf<"listContextPrincipalKeys">> {
    return everyLinked(this.#caller, "listContextPrincipalKeys", { path: { ctx, principalId } }, options);
  }

  /** Mints a key for a principal; the answer is the only one that holds its secret. */
  mint(
    ctx: string,
    principalId: string,
    name: string,
    body?: BodyOf<"mintContextKey">,
    options?: CallOptions,
  ): Promise<AnswerOf<"mintContextKey">> {
    return this.#caller.call("mintContextKey", { path: { ctx, principalId, name }, body }, options);
  }

  async revoke(ctx: string, principalId: string, name: string, options?: CallOptions): Promise<void> {
    await this.#caller.call("revokeContextKey", { path: { ctx, principalId, name } }, options);
  }

  /** Gives a key a new secret; the answer is the only one that holds it. */
  rotate(
    ctx: string,
    principalId: string,
    name: string,
    query?: QueryOf<"rotateContextKey">,
    options?: CallOptions,
  ): Promise<AnswerOf<"rotateContextKey">> {
    return this.#caller.call("rotateContextKey", { path: { ctx, principalId, name }, query }, options);
  }

  /** A short-lived key for somebody that the caller's own system knows. */
  mintAccessToken(ctx: string, body: BodyOf<"mintAccessToken">, options?: CallOptions): Promise<AnswerOf<"mintAccessToken">> {
    return this.#caller.call("mintAccessToken", { path: { ctx }, body }, options);
  }
}

/** The scope paths of any context. */
export class ManagedScopes {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  list(ctx: string, query?: QueryOf<"listContextScopes">, options?: CallOptions): Promise<AnswerOf<"listContextScopes">> {
    return this.#caller.call("listContextScopes", { path: { ctx }, query }, options);
  }

  /** All of them, page after page as they are asked for. */
  all(ctx: string, options: CallOptions = {}): AsyncGenerator<ItemOf<"listContextScopes">> {
    return everyLinked(this.#caller, "listContextScopes", { path: { ctx } }, options);
  }

  register(
    ctx: string,
    scope: string | BodyOf<"registerContextScope">,
    options?: CallOptions,
  ): Promise<AnswerOf<"registerContextScope">> {
    const body = typeof scope === "string" ? { path: scope } : scope;
    return this.#caller.call("registerContextScope", { path: { ctx }, body }, options);
  }

  /** Removes a path and all below it; records keep theirs. */
  async delete(ctx: string, path: string, options?: CallOptions): Promise<void> {
    await this.#caller.call("deleteContextScope", { path: { ctx }, query: { path } }, options);
  }
}
