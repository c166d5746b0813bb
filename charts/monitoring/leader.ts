/** Of the operator's replicas one works: what its own gauges say of it, and of those that wait. */

/** The operator's controllers; others of the cluster export metrics of the same names. */
export const ours = '{controller=~"memory.+"}';

const sameProcess = "and on (namespace, pod, instance)";

/** For each replica whether it leads; `name` is its Lease's, which each release calls otherwise. */
export const leads = `leader_election_master_status ${sameProcess} workqueue_depth${ours}`;

/** How much waits for the one that leads. The others hear of the same, and take nothing from their queues. */
export const waits = `workqueue_depth${ours} ${sameProcess} leader_election_master_status == 1`;
