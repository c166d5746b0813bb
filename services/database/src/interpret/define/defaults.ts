import type { Expression } from "../../language/surrealql/tree/index.ts";
import { printRaw } from "../../values/print.ts";
import type { Scope } from "../scope.ts";

/** The name under which DEFINE CONFIG DEFAULT is kept. */
export const defaultsName = "Default";

/** The namespace and database of those who name none: DEFINE CONFIG DEFAULT's, in a root without one `main`. */
export function defaultsOf({ env }: Scope): { readonly database: string | undefined; readonly namespace: string | undefined } {
  const config = env.definitions.root.configs.get(defaultsName)?.tree.config;
  if (config?.of !== "default") return { database: "main", namespace: "main" };
  return { database: nameIn(config.database), namespace: nameIn(config.namespace) };
}

function nameIn(expression: Expression | undefined): string | undefined {
  return expression?.kind === "literal" ? printRaw(expression.value) : undefined;
}
