/** The rule for plugins' connections. */
export { EGRESS_VARIABLE, egressRefusalIn, EgressRule, readEgressEntry } from './egress-rule.ts'
export { type EgressSubject, guardConnections } from './guard-connections.ts'
