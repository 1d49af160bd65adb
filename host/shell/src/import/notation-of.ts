import { sheetNotation, type SheetNotation } from '../values/sheet-notation.ts'
import type { Target } from './match-columns.ts'
import type { Choices } from './plan-import.ts'
import type { SheetLine } from './read-sheet.ts'

interface Matched {
  readonly lines: readonly SheetLine[]
  readonly targets: readonly Target[]
  readonly choices: Pick<Choices, 'matching' | 'isStored'>
}

/** How the matched columns of a sheet write days and numbers. */
export function notationOf({ lines, targets, choices }: Matched): SheetNotation {
  const columns = choices.matching.flatMap((name, at) => {
    const field = targets.find((each) => each.name === name)?.field
    return field ? [{ field, texts: lines.map(({ cells }) => cells[at] ?? '') }] : []
  })
  return sheetNotation(columns, { isStored: choices.isStored })
}
