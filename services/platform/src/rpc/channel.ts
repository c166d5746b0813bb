/** How a client keeps its connections and when it asks again: the settings of a gRPC channel. */
import type { ChannelOptions, ServiceConfig } from "@grpc/grpc-js";
import { fullName, repeatableMethods, type ServiceName } from "@loci/protos/grpc";

export const maxMessageBytes = 64 * 1024 * 1024;
export const healthCheck = { service: "grpc.health.v1.Health", method: "Check" } as const;

/** Stands behind an answer that was stored when the caller's operation was done before. */
export const replayedKey = "loci-replayed";

/**
 * A peer that says nothing for these two together is gone: its machine was cut off without a word, or hangs. The server asks the same of
 * its clients. A process answers nothing while it is busy in one stretch, or waits for a processor on a crowded machine; cutting it off then
 * would fail all that it was asked, and asking again would only begin the same stretch again.
 */
export const keepalive: ChannelOptions = { "grpc.keepalive_time_ms": 5_000, "grpc.keepalive_timeout_ms": 15_000 };

export function channelOptions(name: ServiceName): ChannelOptions {
  return {
    ...keepalive,
    // An idle connection is watched too: the first request after a pause must not be the one that finds the peer gone.
    "grpc.keepalive_permit_without_calls": 1,
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
    // What a server that is about to end refuses is sent to another one only if it was held until then; by default no more than 1 MiB is.
    "grpc.per_rpc_retry_buffer_size": maxMessageBytes,
    "grpc.retry_buffer_size": maxMessageBytes,
    // By default a service that was away for long is looked for only every two minutes.
    "grpc.initial_reconnect_backoff_ms": 250,
    "grpc.max_reconnect_backoff_ms": 1_000,
    "grpc.dns_min_time_between_resolutions_ms": 1_000,
    // Services are neighbours: neither a proxy for the outside world nor a TXT record of the name has a say here.
    "grpc.enable_http_proxy": 0,
    "grpc.service_config_disable_resolution": 1,
    "grpc.service_config": JSON.stringify(serviceConfig(name)),
  };
}

export const retryBudget = { maxTokens: 200, tokenRatio: 0.1 } as const;

/**
 * Replicas take turns. What never reached a service is asked again by gRPC itself; what reached one and was cut off is asked again, with
 * growing pauses and chance in them, only where the .proto marks the method as repeatable (repeater.ts has what the service recognises).
 * Each failure takes a token, each success gives back a tenth of one, and under half of them nothing is repeated (gRFC A6): a tenth of
 * the calls at the most, once things go wrong. There are so many tokens that all calls under way at a replica that dies may be repeated.
 */
export function serviceConfig(name: ServiceName): ServiceConfig {
  const repeatable = repeatableMethods(name).map((method) => ({ service: fullName(name), method }));
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: [...repeatable, healthCheck],
        retryPolicy: {
          maxAttempts: 4,
          initialBackoff: "0.05s",
          maxBackoff: "1s",
          backoffMultiplier: 3,
          // Cancelled by nobody here is what a server cut off that ended before it was done. Who cancels is not asked again for.
          retryableStatusCodes: ["UNAVAILABLE", "CANCELLED"],
        },
      },
    ],
    retryThrottling: { ...retryBudget },
  };
}
