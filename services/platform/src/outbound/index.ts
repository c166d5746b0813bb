export { hostOf, portOf, publicOnly, readHostPolicy, type HostPolicy, type ReadHostPolicy } from "./host-policy.ts";
export { isPublicAddress } from "./public-address.ts";
