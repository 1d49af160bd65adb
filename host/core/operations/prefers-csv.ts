import { ApiError } from '@atrium/sdk'
import type { OperationRequest } from './outcome.ts'

/** Whether the request would rather have `text/csv` than JSON. */
export function prefersCsv({ accept }: OperationRequest['headers']): boolean {
  if (!accept?.includes('text/csv')) return false
  const csv = weightOf(accept, 'text/csv')
  return csv > 0 && csv >= weightOf(accept, 'application/json')
}

/** @throws ApiError 406 where CSV is all that would do */
export function requireJson({ accept = '' }: OperationRequest['headers']): void {
  if (/application\/(\*|json|problem)|\*\/\*/.test(accept)) return
  throw new ApiError('not_acceptable', {
    detail: 'Only lists come as [text/csv]; this is answered as application/json.',
  })
}

/** The `q` of a media type that is named as such (RFC 9110, 12.5.1); 0 where it is not named. */
function weightOf(accept: string, type: string): number {
  const range = accept.split(',').find((each) => each.trim().split(';')[0]?.trim().toLowerCase() === type)
  if (range === undefined) return 0
  return Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1)
}
