import { resource } from "./world.ts";

const read = [{ verb: "memory:read", region: "/" }];
const write = [{ verb: "memory:write", region: "/" }];
/** A context, a principal in it and a key of that, as somebody would declare them. */
export const declared = (namespace: string, key: object = {}, context: object = {}) => ({
  context: resource("MemoryContext", namespace, "brain", { displayName: "Brain", scopes: ["/team/support"], ...context }),
  principal: resource("MemoryPrincipal", namespace, "helper", { contextRef: { name: "brain" }, grants: [...read, ...write] }),
  key: resource("MemoryKey", namespace, "helper", {
    principalRef: { name: "helper" },
    secretTemplate: { name: "helper-key" },
    ...key,
  }),
});
