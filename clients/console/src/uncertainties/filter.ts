import type { AnswerOf } from "@loci/client";

export type Uncertainty = AnswerOf<"getUncertainty">;

/** Whether it asks if two are the same, and not which value is right. */
export function asksWhetherSame({ key }: Pick<Uncertainty, "key">): boolean {
  return key === "same_as";
}

export const statuses = ["open", "resolved", "withdrawn"] as const;
export type Status = (typeof statuses)[number];
export const owners = ["anybody", "me", "nobody"] as const;
export type Owner = (typeof owners)[number];

/** What of the inbox is shown, as it stands in the page's address. */
export interface Filter {
  readonly status: Status;
  readonly owner: Owner;
  readonly text: string;
}

export function filterIn(params: URLSearchParams): Filter {
  return {
    status: statuses.find((status) => status === params.get("status")) ?? "open",
    owner: owners.find((owner) => owner === params.get("owner")) ?? "anybody",
    text: params.get("about") ?? "",
  };
}

/** The address of a filter, "" for the usual one; begins with its question mark. */
export function searchOf({ status, owner, text }: Filter): string {
  const params = new URLSearchParams();
  if (status !== "open") params.set("status", status);
  if (owner !== "anybody") params.set("owner", owner);
  if (text !== "") params.set("about", text);
  return params.size === 0 ? "" : `?${params.toString()}`;
}

/** Those of a status that a filter lets through. */
export function filtered(all: readonly Uncertainty[], { owner, text }: Filter, me: string): Uncertainty[] {
  const wanted = text.trim().toLowerCase();
  return all.filter(
    (one) =>
      (owner === "anybody" || (owner === "me" ? one.owner === me : one.owner === null)) &&
      (wanted === "" || `${one.about} ${one.reason}`.toLowerCase().includes(wanted)),
  );
}

/** The neighbour of one in a list, or the first where it is not in it. */
export function neighbourOf(all: readonly Uncertainty[], id: string | undefined, step: 1 | -1): Uncertainty | undefined {
  const at = all.findIndex((one) => one.id === id);
  return at < 0 ? all[0] : all[Math.min(all.length - 1, Math.max(0, at + step))];
}
