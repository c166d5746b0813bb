/** An address that this server does not connect to. Neither its name nor what the name led to is part of it. */
export class RefusedAddress extends Error {
  readonly code = "REFUSED_ADDRESS";

  constructor() {
    super("refused address");
  }
}

/** Whether an error, or what caused it, is a refused address: clients wrap it in errors of their own. */
export function isRefusedAddress(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = error.cause) if (error instanceof RefusedAddress) return true;
  return false;
}

/** What is said of it, after who cannot be reached; the setting is the operator's. */
export const refusedAddressWords =
  "refused address. It is not a public one; whoever runs this server can allow it with SERVICE_ALLOWED_MODEL_HOSTS";
