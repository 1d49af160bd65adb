import type { EgressRule, EgressSubject } from '../../base/egress/index.ts'
import type { Lease } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { presentLease, presentRequest } from '../../core/operations/index.ts'
import type { RuntimeFindings } from '../../core/registries/index.ts'
import { presentlyOpening } from './tracking/opened-resources.ts'

const subjects = new WeakMap<Lease, EgressSubject>()

interface SubjectOptions {
  readonly plugin: string
  readonly lease: Lease
  readonly rule: EgressRule
  readonly findings: RuntimeFindings
  readonly log: HostLogger
}

/**
 * Applies the host's rule to the connections of a generation. Refused connections are logged and become a runtime finding of the plugin.
 */
export function egressOf({ plugin, lease, rule, findings, log }: SubjectOptions): EgressSubject {
  const subject: EgressSubject = {
    rule,
    refused: (error, address) => {
      const work = presentRequest()?.operation?.name ?? 'work outside of requests'
      log.warn('a connection of a plugin was refused by the egress rule', {
        plugin,
        work,
        address,
        reason: error.message,
      })
      findings.report({ plugin, lease, code: 'egress_refused', work, error })
    },
  }
  subjects.set(lease, subject)
  return subject
}

/** The rule for the present work. Undefined for the host's own work. */
export function presentEgress(): EgressSubject | undefined {
  const lease = presentLease()
  return presentlyOpening() ?? (lease && subjects.get(lease))
}
