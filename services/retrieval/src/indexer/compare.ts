/** Reads pages of ids, in the order of their code units, until there are no more. */
export type Pages = (after: string) => Promise<{ readonly ids: readonly string[]; readonly next: string }>;

export interface Difference {
  /** In truth, not in the index. */
  readonly missing: readonly string[];
  /** In the index, not in truth. */
  readonly orphaned: readonly string[];
}

/** Compares two ordered lists of ids while they are read: neither is held whole. */
export async function compareIds(truth: Pages, index: Pages): Promise<Difference> {
  const [wanted, held] = [reader(truth), reader(index)];
  const missing: string[] = [];
  const orphaned: string[] = [];
  let [left, right] = [await wanted(), await held()];
  while (left !== undefined || right !== undefined) {
    if (left === right) [left, right] = [await wanted(), await held()];
    else if (right === undefined || (left !== undefined && left < right)) {
      if (left !== undefined) missing.push(left);
      left = await wanted();
    } else {
      orphaned.push(right);
      right = await held();
    }
  }
  return { missing, orphaned };
}

/** One id after the other; undefined at the end. */
function reader(pages: Pages): () => Promise<string | undefined> {
  let page: readonly string[] = [];
  let at = 0;
  let next = "";
  let isLast = false;
  return async () => {
    while (at >= page.length) {
      if (isLast) return undefined;
      ({ ids: page, next } = await pages(next));
      at = 0;
      isLast = next === "";
    }
    return page[at++];
  };
}
