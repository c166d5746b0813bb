/** Which files of a folder are meant. */
import type { Stats } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join, matchesGlob, sep } from "node:path";
import { reasonOf } from "../files.ts";

export interface FoundFile {
  /** Where it is. */
  readonly path: string;
  /** Below the folder, with slashes. */
  readonly name: string;
  readonly size: number;
}

/** A file with why it was not taken. */
export interface Reason {
  readonly file: string;
  readonly reason: string;
}

export interface Walked {
  readonly files: readonly FoundFile[];
  readonly leftOut: readonly Reason[];
  readonly failed: readonly Reason[];
}

export interface Selection {
  /** Globs; none stand for all. One without a slash is about the file's own name. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Whether names that begin with a dot count. */
  readonly hidden: boolean;
}

/**
 * All files below a folder that are meant, by name. Links are followed, into each folder once: a loop of links has an end. None is
 * followed out of the folder: who unpacked somebody else's does not mean to upload what a link in it finds at home.
 */
export async function walk(root: string, selection: Selection): Promise<Walked> {
  const found = { files: [] as FoundFile[], leftOut: [] as Reason[], failed: [] as Reason[] };
  const top = await realpath(root);
  const visited = new Set([top]);
  const leadsOut = async (link: string) => {
    const target = await realpath(link);
    return target !== top && !target.startsWith(top.endsWith(sep) ? top : top + sep);
  };
  const visit = async (folder: string, name: string): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    // Links last: what is there itself is found under its own name.
    entries.sort((a, b) => Number(a.isSymbolicLink()) - Number(b.isSymbolicLink()) || (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const below = name === "" ? entry.name : `${name}/${entry.name}`;
      if (!isMeant(below, selection)) continue;
      try {
        const about = await stat(path);
        if (entry.isSymbolicLink() && (await leadsOut(path)))
          found.leftOut.push({ file: below, reason: "a link out of the folder; upload what it leads to by itself" });
        else await take(path, below, about);
      } catch (error) {
        found.failed.push({ file: below, reason: entry.isSymbolicLink() ? `a link: ${reasonOf(error)}` : reasonOf(error) });
      }
    }
  };
  const take = async (path: string, name: string, about: Stats): Promise<void> => {
    if (about.isDirectory()) {
      const folder = await realpath(path);
      if (visited.has(folder)) found.leftOut.push({ file: name, reason: "a link to a folder that was visited already" });
      else {
        visited.add(folder);
        await visit(path, name);
      }
    } else if (!about.isFile()) {
      found.leftOut.push({ file: name, reason: "not a file" });
    } else if (isIncluded(name, selection)) {
      found.files.push({ path, name, size: about.size });
    }
  };
  await visit(root, "");
  return found;
}

/** Of files and folders alike. */
function isMeant(name: string, { exclude, hidden }: Selection): boolean {
  return (hidden || !basename(name).startsWith(".")) && !exclude.some((glob) => fits(name, glob));
}

function isIncluded(name: string, { include }: Selection): boolean {
  return include.length === 0 || include.some((glob) => fits(name, glob));
}

function fits(name: string, glob: string): boolean {
  return matchesGlob(glob.includes("/") ? name : basename(name), glob.replace(/(?<!\/)\/+$/, ""));
}
