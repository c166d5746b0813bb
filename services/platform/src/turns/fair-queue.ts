/** First in, first out for each customer; customers take turns. */
export interface FairQueue<T> {
  readonly size: number;
  /** How many of this customer wait. */
  sizeOf(customer: string): number;
  add(customer: string, item: T): void;
  take(): T | undefined;
  /** @returns whether it was there */
  remove(customer: string, item: T): boolean;
  /** Takes all. */
  clear(): T[];
}

export function createFairQueue<T>(): FairQueue<T> {
  /** In the order of their next turns; none is empty. */
  const lines = new Map<string, T[]>();
  let size = 0;
  return {
    get size() {
      return size;
    },
    sizeOf: (customer) => lines.get(customer)?.length ?? 0,
    add(customer, item) {
      const line = lines.get(customer);
      if (line) line.push(item);
      else lines.set(customer, [item]);
      size++;
    },
    take() {
      for (const [customer, line] of lines) {
        const item = line.shift();
        lines.delete(customer);
        if (line.length > 0) lines.set(customer, line);
        size--;
        return item;
      }
      return undefined;
    },
    remove(customer, item) {
      const line = lines.get(customer) ?? [];
      const place = line.indexOf(item);
      if (place < 0) return false;
      line.splice(place, 1);
      if (line.length === 0) lines.delete(customer);
      size--;
      return true;
    },
    clear() {
      const all = [...lines.values()].flat();
      lines.clear();
      size = 0;
      return all;
    },
  };
}
