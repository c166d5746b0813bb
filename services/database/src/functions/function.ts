import type { Effect } from "../interpret/effect.ts";
import type { Closure, Datetime, RecordId, Value } from "../values/value.ts";
import { argumentReader, type Argument, type Read } from "./arguments.ts";

/** What a function may know beside its arguments. */
export interface FunctionContext {
  readonly now: () => Datetime;
  /** `size` random bytes; tests give a fixed source. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** Calls an anonymous function with at most as many arguments as it takes. */
  readonly invoke: (closure: Closure, args: readonly Value[]) => Effect<Value>;
  /** Ends with the deadline, and lets others have a turn: what takes long asks for it again and again. */
  readonly turn: () => Effect<void>;
  /** Reads the text of a record id, `person:1`, as far as it is one; undefined where it is none. The parser of the language has it. */
  readonly readRecordId: (text: string) => RecordId | undefined;
  /** What `session::…` tells; undefined is NONE. */
  readonly session: SessionFacts;
}

/** What is known of who asks, and where. */
export interface SessionFacts {
  readonly id: Value;
  readonly ns: Value;
  readonly db: Value;
  readonly ac: Value;
  readonly rd: Value;
  readonly ip: Value;
  readonly origin: Value;
  readonly token: Value;
}

/**
 * A built-in function. `arguments.ts` refuses wrong counts and types with the language's own texts. One that calls closures, or takes long, is written
 * as a generator (`effect`), all others are plain (`pure`).
 */
export type BuiltinFunction =
  | { readonly pure: (args: readonly Value[], context: FunctionContext) => Value }
  | { readonly effect: (args: readonly Value[], context: FunctionContext) => Effect<Value> };

/** The functions of one family by their whole name, `string::len`. */
export type Family = Readonly<Record<string, BuiltinFunction>>;

/** A function that does not know its name yet: its family gives it one. */
export type Definition = (name: string) => BuiltinFunction;

/** A plain function of these parameters. `name` is for what it says when it refuses an argument. */
export function pure<const P extends readonly Argument<unknown>[]>(
  parameters: P,
  run: (args: Read<P>, context: FunctionContext, name: string) => Value,
): Definition {
  return (name) => {
    const read = argumentReader(name, parameters);
    return { pure: (args, context) => run(read(args), context, name) };
  };
}

/** A function of these parameters that asks for something on its way. */
export function effect<const P extends readonly Argument<unknown>[]>(
  parameters: P,
  run: (args: Read<P>, context: FunctionContext, name: string) => Effect<Value>,
): Definition {
  return (name) => {
    const read = argumentReader(name, parameters);
    return { effect: (args, context) => run(read(args), context, name) };
  };
}

/** The functions of a family by their whole names. */
export function family(prefix: string, definitions: Readonly<Record<string, Definition>>): Family {
  return Object.fromEntries(
    Object.entries(definitions).map(([last, definition]) => {
      const name = prefix === "" ? last : `${prefix}::${last}`;
      return [name, definition(name)];
    }),
  );
}
