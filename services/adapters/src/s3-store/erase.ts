import { ask, type Bucket } from "./bucket.ts";
import { explained } from "./failure.ts";

const what = "The content cannot be deleted";
/** The most that one request of S3 takes. */
const most = 1_000;

interface Version {
  readonly name: string;
  readonly versionId: string;
}

/** Deletes the objects, with all their versions where the bucket keeps such: what is purged is to be gone. */
export async function erase(bucket: Bucket, names: readonly string[]): Promise<void> {
  const { client, name: inBucket, versioned } = bucket;
  const remove = (batch: string[] | Version[]) => ask(what, () => client.removeObjects(inBucket, batch));
  for (let at = 0; at < names.length; at += most) {
    const batch = names.slice(at, at + most);
    if (!versioned) check(await remove(batch));
    else for (const name of batch) check(await remove(await versionsOf(bucket, name)));
  }
}

/** @param failures what the store says of each object that it kept */
function check(failures: readonly unknown[]): void {
  if (failures.length > 0) throw explained(failures[0], what);
}

function versionsOf({ client, name: bucket }: Bucket, name: string): Promise<Version[]> {
  return ask(what, async () => {
    const found: Version[] = [];
    for await (const listed of client.listObjects(bucket, name, true, { IncludeVersion: true })) {
      const { name: key, versionId } = listed as Partial<Version>;
      if (key === name && versionId !== undefined) found.push({ name, versionId });
    }
    return found;
  });
}
