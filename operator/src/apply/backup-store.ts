/** A folder of a bucket, as backups and restores use it. The S3 client is loaded with the first of them. */
import { LociError } from "@loci/kernel";
import type { ObjectStore, StoredObject } from "@loci/ports/object-store";
import { longestManifest, readManifest, type Manifest } from "../desired/manifest.ts";
import { manifestName } from "../desired/backup-place.ts";
import type { StoreKeys } from "../observe/store-keys.ts";
import { OutsideError } from "./outside-failure.ts";

export interface StorePlace {
  readonly endpoint: string | undefined;
  readonly region: string | undefined;
  readonly bucket: string;
  readonly folder: string;
}

/** Every method throws OutsideError when the store does not do it, and what the bytes that are put throw. */
export interface BackupFolder {
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredObject>;
  /** undefined where nothing lies there. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** undefined where there is none. @throws OutsideError ManifestInvalid */
  manifest(run?: string): Promise<Manifest | undefined>;
  list(prefix?: string): Promise<string[]>;
  delete(keys: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export type OpenFolder = (place: StorePlace, keys: StoreKeys) => Promise<BackupFolder>;

export const openFolder: OpenFolder = async ({ endpoint, region, bucket, folder }, { accessKey, secretKey }) => {
  const { openS3Store, storeCodeOf } = await import("@loci/adapters/s3-store");
  const asked = <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((thrown: unknown) => {
      throw thrown instanceof LociError ? storeFailure(thrown, storeCodeOf(thrown)) : thrown;
    });
  // The definition's pattern knows no ports.
  if (endpoint !== undefined && !URL.canParse(endpoint))
    throw new OutsideError("InvalidEndpoint", `The store's endpoint '${endpoint}' is no address.`, "fix");
  const where = { ...(endpoint === undefined ? {} : { endpoint }), ...(region === undefined ? {} : { region }) };
  const options = { ...where, bucket, prefix: folder, accessKey, secretKey, purpose: "backups", makesBucket: false };
  const store = await asked(() => openS3Store(options));

  const get = async (key: string) => {
    const bytes = await asked(() => unlessMissing(store.get(key)));
    return bytes && explained(bytes, asked);
  };
  return {
    put: (key, bytes) => asked(() => store.put(key, bytes)),
    get,
    async manifest(run) {
      const bytes = await get(run === undefined ? manifestName : `${run}/${manifestName}`);
      if (bytes === undefined) return undefined;
      const text = await textOf(bytes);
      const read = text === undefined ? { problem: "it is too long" } : readManifest(text);
      if (!("problem" in read)) return read;
      throw new OutsideError("ManifestInvalid", `The backup's manifest cannot be used: ${read.problem}.`, "fix");
    },
    list: (prefix = "") => asked(() => gathered(store, prefix)),
    delete: (keys) => asked(() => store.delete(keys)),
    close: () => store.close(),
  };
};

const refusals: ReadonlySet<string> = new Set(["InvalidAccessKeyId", "SignatureDoesNotMatch"]);

/** What cannot pass by itself is looked at again at the usual times only. */
const lasting: Readonly<Record<string, string>> = {
  NoSuchBucket: "BucketMissing",
  AccessDenied: "StoreForbids",
  AuthorizationHeaderMalformed: "WrongRegion",
  PermanentRedirect: "WrongRegion",
  MovedPermanently: "WrongRegion",
  IllegalLocationConstraintException: "WrongRegion",
};

function storeFailure({ message }: LociError, code: string): OutsideError {
  if (refusals.has(code)) return new OutsideError("CredentialsRefused", message, "wait");
  const reason = lasting[code];
  return reason === undefined ? new OutsideError("StoreUnreachable", message, "retry") : new OutsideError(reason, message, "wait");
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (thrown) {
    if (thrown instanceof LociError && thrown.code === "not_found") return undefined;
    throw thrown;
  }
}

async function* explained(
  bytes: AsyncIterable<Uint8Array>,
  asked: <T>(act: () => Promise<T>) => Promise<T>,
): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await asked(async () => pieces.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await pieces.return?.();
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > longestManifest) return undefined;
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

async function gathered(store: ObjectStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix)) keys.push(key);
  return keys;
}
