import { getHeapStatistics } from "node:v8";

/** Of the memory that the process may have: beyond it, what goes on making values is ended before the process is. */
const fullest = 0.85;

/** Whether values must no longer be made. It takes microseconds: ask for it once in thousands of values. */
export function heapIsFull(): boolean {
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
  return used > most * fullest;
}
