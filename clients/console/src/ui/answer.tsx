import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loading } from "./loading.tsx";
import { Problem } from "./problem.tsx";

interface AnswerProps<T> {
  readonly of: UseQueryResult<T>;
  readonly rows?: number;
  readonly children: (data: T) => ReactNode;
}

/** A query's three states: on its way, failed, there. What is there already stays while it is asked for again. */
export function Answer<T>({ of: query, rows = 4, children }: AnswerProps<T>) {
  if (query.isPending) return <Loading rows={rows} />;
  if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />;
  return children(query.data);
}
