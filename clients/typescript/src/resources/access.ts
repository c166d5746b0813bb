import type { Caller } from "../caller.ts";
import type { AnswerOf, BodyOf, CallOptions, ItemOf, QueryOf } from "../operation.ts";
import { everyLinked } from "../pages.ts";

/** The keys of the caller's own principal; an administrator sees all. */
export class Keys {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of the keys. */
  list(query?: QueryOf<"listKeys">, options?: CallOptions): Promise<AnswerOf<"listKeys">> {
    return this.#caller.call("listKeys", { query }, options);
  }

  /** All keys, page after page as they are asked for. */
  all(options: CallOptions = {}): AsyncGenerator<ItemOf<"listKeys">> {
    return everyLinked(this.#caller, "listKeys", {}, options);
  }

  /** Mints a key; the answer is the only one that holds its secret. */
  mint(body?: BodyOf<"mintKey">, query?: QueryOf<"mintKey">, options?: CallOptions): Promise<AnswerOf<"mintKey">> {
    return this.#caller.call("mintKey", { body, query }, options);
  }

  async revoke(name: string, options?: CallOptions): Promise<void> {
    await this.#caller.call("revokeKey", { path: { name } }, options);
  }

  /** Gives a key a new secret; the answer is the only one that holds it. */
  rotate(name: string, query?: QueryOf<"rotateKey">, options?: CallOptions): Promise<AnswerOf<"rotateKey">> {
    return this.#caller.call("rotateKey", { path: { name }, query }, options);
  }
}

/** The tree of scope paths. */
export class Scopes {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of the registered paths. */
  list(query?: QueryOf<"listScopes">, options?: CallOptions): Promise<AnswerOf<"listScopes">> {
    return this.#caller.call("listScopes", { query }, options);
  }

  /** All registered paths, page after page as they are asked for. */
  all(options: CallOptions = {}): AsyncGenerator<ItemOf<"listScopes">> {
    return everyLinked(this.#caller, "listScopes", {}, options);
  }

  /** Registers a path; it must be known before anything is written to it. */
  register(scope: string | BodyOf<"registerScope">, options?: CallOptions): Promise<AnswerOf<"registerScope">> {
    const body = typeof scope === "string" ? { path: scope } : scope;
    return this.#caller.call("registerScope", { body }, options);
  }

  /** Removes a path and all below it; records keep theirs. */
  async delete(path: string, options?: CallOptions): Promise<void> {
    await this.#caller.call("deleteScope", { query: { path } }, options);
  }

  /** Erases what belongs to a path. */
  forget(path: string, options?: CallOptions): Promise<AnswerOf<"forgetScope">> {
    return this.#caller.call("forgetScope", { body: { path } }, options);
  }
}

/** Who may do what. */
export class Principals {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** One page of the principals that the caller may see. */
  list(query?: QueryOf<"listPrincipals">, options?: CallOptions): Promise<AnswerOf<"listPrincipals">> {
    return this.#caller.call("listPrincipals", { query }, options);
  }

  /** All of them, page after page as they are asked for. */
  all(options: CallOptions = {}): AsyncGenerator<ItemOf<"listPrincipals">> {
    return everyLinked(this.#caller, "listPrincipals", {}, options);
  }

  create(body: BodyOf<"createPrincipal">, options?: CallOptions): Promise<AnswerOf<"createPrincipal">> {
    return this.#caller.call("createPrincipal", { body }, options);
  }

  get(principalId: string, options?: CallOptions): Promise<AnswerOf<"getPrincipal">> {
    return this.#caller.call("getPrincipal", { path: { principalId } }, options);
  }

  /** What a principal may do over a path, now or on some day. */
  effective(
    principalId: string,
    query: QueryOf<"getEffectiveGrants">,
    options?: CallOptions,
  ): Promise<AnswerOf<"getEffectiveGrants">> {
    return this.#caller.call("getEffectiveGrants", { path: { principalId }, query }, options);
  }

  /** Gives a principal verbs over a path. */
  grant(principalId: string, body: BodyOf<"addGrants">, options?: CallOptions): Promise<AnswerOf<"addGrants">> {
    return this.#caller.call("addGrants", { path: { principalId }, body }, options);
  }

  /** Takes a principal's verbs over a path away. */
  revoke(principalId: string, body: BodyOf<"removeGrants">, options?: CallOptions): Promise<AnswerOf<"removeGrants">> {
    return this.#caller.call("removeGrants", { path: { principalId }, body }, options);
  }
}
