import type { Finding } from './finding.ts'
import type { ModulePart } from '../documents/make-manifests.ts'

/**
 * Hand-written screens have to come as they are matched: `create` after `:id` would be taken for a record's id, and open an empty
 * detail (spec, "Configuration problems").
 */
export function createAfterRecord(parts: readonly ModulePart[]): Finding[] {
  const records = new Map<string, string>()
  return parts.flatMap(({ screens, origin }) =>
    screens.flatMap(({ path, kind }): Finding[] => {
      if (kind !== 'custom') return []
      const [parent = '', last = ''] = splitLast(path)
      if (last.startsWith(':')) records.set(parent, path)
      const record = records.get(parent)
      if (last !== 'create' || record === undefined) return []
      return [
        {
          code: 'create_after_record_screen',
          message: `The screen [${path}] is declared after [${record}], which would take [create] for the id of a record.`,
          fix: 'Declare it before, or use `register_resource`.',
          origin,
        },
      ]
    }),
  )
}

const splitLast = (path: string) => [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
