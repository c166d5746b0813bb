/** Where originals are kept, as one line: `file:<folder>` or `s3://bucket/prefix?endpoint=https://…&region=…`. */
import { resolve } from "node:path";
import { isObjectKey } from "@loci/ports/object-store";
import { z } from "zod";

export type ObjectStoreAddress =
  | { readonly kind: "folder"; readonly folder: string }
  | {
      readonly kind: "s3";
      readonly bucket: string;
      /** Segments, without a slash at either end; "" for the whole bucket. */
      readonly prefix: string;
      readonly endpoint: string | undefined;
      readonly region: string | undefined;
    };

/** Keys are left room below it. */
const longestPrefix = 200;
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** A zod transform. What was given is not repeated: somebody may have written keys into it. */
export function objectStoreAddress(given: string | undefined, check: z.RefinementCtx): ObjectStoreAddress | undefined {
  if (given === undefined) return undefined;
  if (given.startsWith("file:") && given.length > "file:".length)
    return { kind: "folder", folder: resolve(given.slice("file:".length).replace(/^\/\//, "")) };
  const problem = (message: string): typeof z.NEVER => {
    check.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!given.startsWith("s3://") || !URL.canParse(given))
    return problem("must be file:<folder> or s3://bucket/prefix?endpoint=https://…");
  const { username, password, port, host, pathname, searchParams, hash } = new URL(given);
  if (username !== "" || password !== "" || searchParams.has("accessKey") || searchParams.has("secretKey"))
    return problem("must hold no keys: they go into SERVICE_OBJECT_STORE_ACCESS_KEY and SERVICE_OBJECT_STORE_SECRET_KEY");
  if (port !== "" || hash !== "" || !bucketPattern.test(host)) return problem("must name a bucket of S3: s3://bucket/prefix");
  const prefix = pathname.replace(/^\/|\/$/g, "");
  if (prefix !== "" && (!isObjectKey(prefix) || prefix.length > longestPrefix))
    return problem("must have a prefix of a-z, 0-9, '.', '_', ':', '-' and slashes");
  if ([...searchParams.keys()].some((name) => name !== "endpoint" && name !== "region"))
    return problem("may say endpoint and region after the '?', and nothing else");
  const endpoint = searchParams.get("endpoint") ?? undefined;
  if (endpoint !== undefined && !isOrigin(endpoint))
    return problem("must have an endpoint such as https://s3.example.com:9000, with no path");
  return { kind: "s3", bucket: host, prefix, endpoint, region: searchParams.get("region") ?? undefined };
}

function isOrigin(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, pathname, search, hash } = new URL(url);
  return /^https?:$/.test(protocol) && pathname === "/" && username + password + search + hash === "";
}
