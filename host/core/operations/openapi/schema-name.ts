import type { Operation } from '../../registries/index.ts'
import { lastParameter } from '../filled-path.ts'

const SUFFIX: Readonly<Record<string, string>> = {
  create: 'Create',
  replace: 'Replace',
  update: 'Patch',
  bulk: 'Request',
}

/** What a schema is called: by its title, or for the record kit by what one record is called; undefined for others. */
export function schemaName(operation: Operation, schema: object, part: 'body' | 'record'): string | undefined {
  const { owner, declaration } = operation
  const { title } = schema as { title?: string }
  if (title !== undefined) return `${owner}.${pascalCase(title)}`
  if (declaration.kind === 'plain') return undefined
  if (declaration.kind === 'bulk') return part === 'body' ? 'BulkRequest' : 'BulkResult'
  const suffix = part === 'body' ? (SUFFIX[declaration.kind] ?? '') : ''
  return `${owner}.${recordName(operation)}${suffix}`
}

/** `/document-types/{id}` → `DocumentTypes`, `/items/{item_id}` → `Items`: its records, which have no title, go by the list. */
function recordName({ path }: Operation): string {
  const list = lastParameter(path) === undefined ? path : path.slice(0, path.lastIndexOf('/{'))
  return pascalCase(list.slice(list.lastIndexOf('/') + 1))
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
