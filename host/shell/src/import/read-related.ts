import type { QueryClient } from '@tanstack/react-query'
import { relatedByTitle } from '../fields/related-by-title.ts'
import type { CellReading } from '../values/read-cell.ts'
import type { Target } from './match-columns.ts'
import type { Choices, Related } from './plan-import.ts'
import type { SheetLine } from './read-sheet.ts'

/** Reads the related records that cells name by title or id. */
export async function readRelated(
  queryClient: QueryClient,
  { lines, targets, choices }: { lines: readonly SheetLine[]; targets: readonly Target[]; choices: Choices },
): Promise<Related> {
  const known = new Map<string, (text: string) => CellReading>()
  for (const [at, name] of choices.matching.entries()) {
    const field = targets.find((each) => each.name === name)?.field
    if (name === null || field?.kind !== 'relation') continue
    const texts = lines.flatMap(({ cells }) => namesIn(cells[at] ?? '', field.multiple === true))
    known.set(name, await relatedByTitle(queryClient, field, texts))
  }
  return (name) => known.get(name)
}

/** Several names in one cell are separated as in an export; the whole cell may be one name, too. */
const namesIn = (text: string, isMultiple: boolean) => [text, ...(isMultiple ? text.split(/[;,\n]/) : [])]
