/** The library's collectors, one by one: it types only the function that takes them all. */
declare module "prom-client/lib/metrics/*.js" {
  import type { Registry } from "prom-client";

  const collect: (registry: Registry, config: { readonly prefix: string }) => void;
  export default collect;
}
