import { Ajv2020 } from 'ajv/dist/2020.js'
import { panelsConfigSchema } from './panels-config-schema.ts'
import { schemaFinding } from './schema-finding.ts'
import type { Finding } from './schema-finding.ts'

const validate = new Ajv2020({ allErrors: true, verbose: true }).compile(panelsConfigSchema)

/** Everything that is wrong with a configuration at once; empty if nothing is. */
export function checkPanelsConfig(value: unknown): Finding[] {
  // That a name of a member is wrong is told by the keyword within `propertyNames`, which says why.
  if (!validate(value))
    return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames').map(schemaFinding)
  const { panels, plugins } = value as { panels: { id: string }[]; plugins?: { active?: string[] } }
  return [
    ...repeated(
      panels.map(({ id }) => id),
      (index) => `/panels/${index}/id`,
    ),
    ...repeated(plugins?.active ?? [], (index) => `/plugins/active/${index}`),
  ]
}

function repeated(ids: readonly string[], pointer: (index: number) => string): Finding[] {
  return ids.flatMap((id, index) => {
    const first = ids.indexOf(id)
    if (first === index) return []
    return {
      pointer: pointer(index),
      message: `The id [${id}] is taken already, at ${pointer(first)}.`,
      fix: 'Remove one of them or give it another id.',
    }
  })
}
