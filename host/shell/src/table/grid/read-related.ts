import type { Field, FormDefinition } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import type { ShownColumn } from '../layout.ts'
import type { Area } from './grid-range.ts'
import { relatedByTitle } from '../../fields/related-by-title.ts'
import type { CellReading } from '../../values/read-cell.ts'
import type { TextBlock } from './tsv.ts'

interface PastedTexts {
  readonly block: TextBlock
  readonly area: Area
  readonly columns: readonly ShownColumn[]
  readonly definition: FormDefinition
}

/** Reads the related records that pasted texts name, by column, before the texts are read. */
export async function readRelated(
  queryClient: QueryClient,
  { block, area: { left }, columns, definition }: PastedTexts,
): Promise<ReadonlyMap<string, (text: string) => CellReading>> {
  const width = Math.max(0, ...block.map((row) => row.length))
  const found = columns.slice(left, left + width).map(async ({ name }, index) => {
    const field = definition.fields[name]
    if (field?.kind !== 'relation' || isDependent(field)) return []
    const texts = block.map((row) => row[index] ?? '')
    return [[name, await relatedByTitle(queryClient, field, texts)] as const]
  })
  return new Map((await Promise.all(found)).flat())
}

/** Which records may be chosen depends on the other fields of the record, or several are. */
const isDependent = ({ choices_path = '', multiple }: Extract<Field, { kind: 'relation' }>) =>
  multiple === true || choices_path.includes('{')
