import type { Field } from '@atrium/sdk/documents'
import { formatBytes } from '../values/as-text.ts'

/** What is wrong with a file before it is sent; undefined where nothing is, and for what is no file. */
export function fileProblem(field: Field | undefined, value: unknown): string | undefined {
  if (field?.kind !== 'file' || !(value instanceof File)) return undefined
  const { size_limit, media_types } = field
  if (size_limit !== undefined && value.size > size_limit) {
    return `At most ${formatBytes(size_limit)}: this file has ${formatBytes(value.size)}`
  }
  if (media_types === undefined || media_types.some((type) => suits(value, type))) return undefined
  return `Choose a file of another kind: ${media_types.join(', ')}`
}

/** As `accept` of an input has it. A browser does not know every kind of file: what it has no name for may be sent. */
function suits({ name, type }: File, accepted: string): boolean {
  if (accepted.startsWith('.')) return name.toLowerCase().endsWith(accepted.toLowerCase())
  if (accepted.endsWith('/*')) return type === '' || type.startsWith(accepted.slice(0, -1))
  return type === '' || type === accepted
}
