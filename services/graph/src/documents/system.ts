/** The reserved principal in whose name background work is done. */
export const systemPrincipal = "system";
