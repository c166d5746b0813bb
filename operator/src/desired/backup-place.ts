/** Where the objects of backups lie in a bucket: `<prefix>/<namespace>/<name>_<uid>/<run>/`. No two resources share a folder. */
import type { MemoryBackup } from "../api/memory-backup.ts";

export const manifestName = "manifest.json";

/** Names are cut, as a store's segments are shorter than a resource's name may be; the uid tells two of them apart. */
export function folderOf({ metadata: { namespace, name, uid }, spec }: MemoryBackup): string {
  const own = `${namespace}/${name.slice(0, 150)}_${uid}`;
  return spec.store.prefix === undefined ? own : `${spec.store.prefix}/${own}`;
}

/** A run's name tells its start: 20250131t031500z. */
export function runAt(millis: number): string {
  return new Date(millis)
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "")
    .toLowerCase();
}

const runForm = /^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/;

/** When a run of this name began; undefined for what names none. */
export function startOf(run: string): number | undefined {
  const [, ...parts] = runForm.exec(run) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const millis = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(millis) ? undefined : millis;
}

export const manifestLocation = (backup: MemoryBackup, run: string): string =>
  `s3://${backup.spec.store.bucket}/${folderOf(backup)}/${run}/${manifestName}`;

/** The folder of a manifest, as a restore opens it; undefined for what is none, or leads out of its bucket. */
export function placeOf(location: string): { readonly bucket: string; readonly folder: string } | undefined {
  const { bucket, folder } = /^s3:\/\/(?<bucket>[^/]+)\/(?<folder>.+)\/manifest\.json$/.exec(location)?.groups ?? {};
  if (bucket === undefined || folder === undefined) return undefined;
  return folder.split("/").some((segment) => /^\.{0,2}$/.test(segment)) ? undefined : { bucket, folder };
}
