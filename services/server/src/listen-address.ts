/** `host:port`, as settings write where something listens or is found. */
import { z } from "zod";

/** Where something listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export function hostAndPort(given: string): ListenAddress | undefined {
  const [, host = "", port = ""] = /^(\[[^\]]+\]|[^:\s]+):(\d{1,5})$/.exec(given) ?? [];
  return host !== "" && Number(port) <= 65_535 ? { host: host.replace(/^\[|\]$/g, ""), port: Number(port) } : undefined;
}

/** Where a service is; as gRPC does, an entry may be written `dns:///name:port`. */
export function serviceAddresses(given: string | undefined, check: z.RefinementCtx): readonly ListenAddress[] | undefined {
  const found = given?.split(",").map((each) => hostAndPort(each.trim().replace(/^dns:\/\/\//, "")));
  const addresses = found?.flatMap((each) => each ?? []);
  if (addresses?.length !== found?.length) check.addIssue({ code: "custom", message: "must be host:port, or several with commas" });
  return addresses;
}

export function listenAddress(given: string, check: z.RefinementCtx): ListenAddress {
  const address = hostAndPort(given);
  if (address !== undefined) return address;
  check.addIssue({ code: "custom", message: "must be host:port, such as 127.0.0.1:9090" });
  return z.NEVER;
}

export function optionalListenAddress(given: string | undefined, check: z.RefinementCtx): ListenAddress | undefined {
  return given === undefined ? undefined : listenAddress(given, check);
}
