/**
 * Where a service is: one host and port, or several. Each host may be a name with many addresses, such as a headless
 * service of Kubernetes: calls go round all addresses of all hosts. grpc-js resolves one name for a channel; this joins several.
 */
import { experimental, status as codes, type ChannelOptions } from "@grpc/grpc-js";

type Endpoint = experimental.Endpoint;
type Found = Parameters<experimental.ResolverListener>[0];

const scheme = "loci-hosts";

export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * A name is looked up anew so often, in milliseconds, though nothing is wrong: grpc-js does so where a connection ends only, and whoever
 * started before all replicas were there, or before more were added, would ask the few that it knows for minutes.
 */
export const resolveEvery = "loci.resolve_every_ms";
const usualResolveEveryMs = 20_000;

/** These addresses as one target of a gRPC channel. */
export function targetOf(addresses: readonly ServiceAddress[]): string {
  return `${scheme}:${addresses.map(({ host, port }) => `${host.includes(":") ? `[${host}]` : host}:${port}`).join(",")}`;
}

class HostsResolver implements experimental.Resolver {
  private readonly listener: experimental.ResolverListener;
  private readonly hosts: { readonly resolver: experimental.Resolver; found?: Found }[] = [];
  private readonly everyMs: number;
  private timer: NodeJS.Timeout | undefined;
  /** Who asks is answered, also where nothing is new; to be told begins all connections anew. */
  private isAsked = false;
  private told = "";

  constructor(target: experimental.GrpcUri, listener: experimental.ResolverListener, options: ChannelOptions) {
    this.listener = listener;
    this.everyMs = Number(options[resolveEvery] ?? usualResolveEveryMs);
    for (const [index, path] of target.path.split(",").entries()) {
      const heard: experimental.ResolverListener = (found) => this.heard(index, found);
      this.hosts.push({ resolver: experimental.createResolver({ scheme: "dns", authority: "", path }, heard, options) });
    }
  }

  updateResolution(): void {
    this.isAsked = true;
    this.look();
    this.timer ??= setInterval(() => this.look(), this.everyMs).unref();
  }

  private look(): void {
    for (const { resolver } of this.hosts) resolver.updateResolution();
  }

  destroy(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    for (const host of this.hosts) {
      host.resolver.destroy();
      delete host.found;
    }
  }

  static getDefaultAuthority(target: experimental.GrpcUri): string {
    return target.path.split(",")[0] ?? target.path;
  }

  /** A name that cannot be resolved takes nothing from the others. */
  private heard(index: number, found: Found): boolean {
    const host = this.hosts[index];
    if (host === undefined) return true;
    // What was known of a name stays good until something better is known.
    if (found.ok || host.found?.ok !== true) host.found = found;
    const known = this.hosts.flatMap((each) => (each.found === undefined ? [] : [each.found]));
    if (known.length < this.hosts.length) return true;
    const endpoints: Endpoint[] = known.flatMap((each) => (each.ok ? each.value : []));
    // Name servers give the same addresses in another order each time.
    const told = endpoints
      .map((endpoint) => JSON.stringify(endpoint))
      .sort()
      .join();
    if (!this.isAsked && told === this.told) return true;
    this.isAsked = false;
    this.told = told;
    return this.listener(endpoints.length > 0 ? experimental.statusOrFromValue(endpoints) : unresolved(known), {}, null, "");
  }
}

function unresolved(known: readonly Found[]): Found {
  const [error] = known.flatMap((each) => (each.ok ? [] : [each.error]));
  return experimental.statusOrFromError(error ?? { code: codes.UNAVAILABLE, details: "no address" });
}

experimental.registerResolver(scheme, HostsResolver);
