import type { Column } from '@atrium/sdk/documents'

/** Where the values of a column stand: as declared, else numbers at the end, so that their digits line up. */
export function columnAlign({ align, kind }: Column): 'start' | 'center' | 'end' {
  return align ?? (kind === 'number' || kind === 'money' ? 'end' : 'start')
}
