import type { GrantExplanation } from '@atrium/sdk/documents'
import { queryOptions } from '@tanstack/react-query'
import { request } from './request.ts'

/** A question about somebody: a person or a role, and a permission, or the path of a screen, list or record. */
export type Question = Readonly<Record<string, string>>

/** Why somebody may or may not do something. Requested with the viewer's own rights, even during a preview. */
export const explainOptions = (question: Question) =>
  queryOptions({
    queryKey: ['explain', question],
    queryFn: async ({ signal }) => {
      const path = `/api/v1/platform/explain?${new URLSearchParams(question).toString()}`
      return (await request<GrantExplanation>('GET', path, { signal, asOneself: true })).data
    },
    retry: false,
  })
