import type { Undo } from '@atrium/sdk'
import { on_broken_condition } from '@atrium/sdk/host'
import type { RuntimeFindings } from '../registries/index.ts'
import { presentRequest } from './request.ts'

/**
 * Reports role conditions that cannot be applied, and therefore match no record, among the findings of the plugin that owns the records.
 */
export function reportBrokenConditions(findings: RuntimeFindings): Undo {
  return on_broken_condition(({ table, where, error }) => {
    const { operation } = presentRequest() ?? {}
    if (operation?.lease === undefined) return
    const { owner: plugin, lease, declaration } = operation
    const message = `A role reaches no record of [${table}], because its condition [${where}] cannot be applied. ${error.message}`
    findings.report({
      plugin,
      lease,
      code: 'condition_broken',
      work: `condition on ${table}`,
      message,
      at: declaration.origin,
    })
  })
}
