import type { QueryClient } from '@tanstack/react-query'
import { isRecord } from '../api/paths.ts'
import { joinTexts } from '../values/as-text.ts'
import { readSubtitle } from '../values/record-subtitle.ts'
import type { ActionTarget } from './actions.ts'

/** The title and subtitle of an action's record after the action. They are those from before if the answer is not the record. */
export async function nameAfter(
  { title = '', titleOf, record, subtitle }: ActionTarget,
  { answer, queryClient }: { answer: unknown; queryClient: QueryClient },
): Promise<string> {
  if (record === undefined) return title
  const changed = isRecord(answer) && answer.id === record.id ? { ...record, ...answer } : undefined
  const shown = changed && titleOf ? titleOf(changed) : title
  return joinTexts(shown, await readSubtitle(queryClient, subtitle, changed ?? record))
}
