import { contract, settings } from "../laptop/contract.ts";
import { services, startDeployment } from "./replicas/deployment.ts";

contract("at two replicas of each service under mutual TLS", async () => ({
  ...(await startDeployment(settings(2))),
  parts: services,
}));
