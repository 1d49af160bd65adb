import type { FormDefinition } from '@atrium/sdk/documents'
import type { QueryClient } from '@tanstack/react-query'
import { sessionOptions } from '../api/documents.ts'
import { drafts } from '../api/drafts.ts'
import { afterOwnSave, type Draft, draftKey, type OwnSave, recordPlace } from './draft.ts'

/** Bases the drafts of a record on what this person has just saved, if they were based on the version that it replaced. */
export function rebaseDrafts(queryClient: QueryClient, definition: FormDefinition, save: OwnSave): void {
  const person = queryClient.getQueryData(sessionOptions().queryKey)?.id ?? ''
  const kept = drafts.readAll<Draft>(draftKey(person, definition, recordPlace(save.to.record.id)))
  for (const { key, draft } of kept) {
    const rebased = afterOwnSave(draft, save)
    if (rebased !== draft) drafts.write(key, rebased)
  }
}
