import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { LociError } from "@loci/kernel";
import { Client } from "minio";
import { ask, type Bucket } from "./bucket.ts";
import { codeOf, explained } from "./failure.ts";
import { endLeftovers } from "./leftovers.ts";
import { patientFor } from "./transport.ts";

export interface S3StoreOptions {
  /** http:// or https://, with no path; Amazon's own where it is left out. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly bucket: string;
  /** Segments as in a key, without a slash at either end; the whole bucket where it is left out. */
  readonly prefix?: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** What the bucket is for, in messages; by default originals. */
  readonly purpose?: string;
  /** Whether a bucket that is not there is made; by default it is. */
  readonly makesBucket?: boolean;
  /** How long the store may be silent. */
  readonly idleMs?: number;
  readonly partBytes?: number;
  readonly copyBytes?: number;
  /** So long after the last time it is looked again for what uploads of killed processes left; by default an hour. */
  readonly leftoversEveryMs?: number;
  readonly now?: () => number;
}

const MiB = 1_024 ** 2;
const amazon = "https://s3.amazonaws.com";

/** Makes the bucket where it is missing, and ends what uploads of killed processes left. */
export async function openBucket(options: S3StoreOptions): Promise<Bucket> {
  const { bucket: name, endpoint = amazon, idleMs = 30_000, prefix = "" } = options;
  const { hostname, port, protocol } = new URL(endpoint);
  const secure = protocol === "https:";
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true });
  const client = new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ""),
    ...(port === "" ? {} : { port: Number(port) }),
    useSSL: secure,
    // Known, it need not be asked for before each request.
    region: options.region ?? "us-east-1",
    accessKey: options.accessKey,
    secretKey: options.secretKey,
    transport: patientFor(idleMs, secure),
    transportAgent: agent,
    // It would tell the console of each; ours are in bucket.ts.
    retryOptions: { disableRetry: true },
  });
  const what = `The bucket ${name} at ${endpoint} cannot be used for ${options.purpose ?? "originals"}`;
  try {
    const versioned = await isVersioned(client, name, what, options.makesBucket ?? true);
    const bucket: Bucket = {
      ...{ client, agent, name, versioned, idleMs },
      underWay: new Set(),
      prefix: prefix === "" ? "" : `${prefix}/`,
      partBytes: options.partBytes ?? 8 * MiB,
      copyBytes: options.copyBytes ?? 5 * 1_024 * MiB,
    };
    await endLeftovers(bucket, (options.now ?? Date.now)(), what);
    return bucket;
  } catch (error) {
    agent.destroy();
    throw error;
  }
}

/** Also the first question to the store, as its answer tells what is wrong with the keys; may make the bucket where it is missing. */
async function isVersioned(client: Client, bucket: string, what: string, makesBucket: boolean): Promise<boolean> {
  return ask(what, async () => {
    try {
      // "" where it was never switched on, and undefined where the answer is none.
      const answer: unknown = await client.getBucketVersioning(bucket);
      if (answer === undefined) throw explained(undefined, what);
      return typeof answer === "object" && answer !== null && "Status" in answer;
    } catch (error) {
      if (codeOf(error) === "NotImplemented") return false;
      if (codeOf(error) !== "NoSuchBucket" || !makesBucket) throw error;
      await makeBucket(client, bucket, what);
      return false;
    }
  });
}

async function makeBucket(client: Client, bucket: string, what: string): Promise<void> {
  try {
    await client.makeBucket(bucket, client.region);
  } catch (error) {
    // Another process was first.
    if (codeOf(error) === "BucketAlreadyOwnedByYou") return;
    if (codeOf(error) !== "AccessDenied") throw error;
    throw new LociError("unavailable", `${what}: it is not there, and the keys may not make it. Make it, or name another.`);
  }
}
