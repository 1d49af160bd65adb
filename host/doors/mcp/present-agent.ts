import type { Caller } from '@atrium/sdk'
import { presentRequest } from '../../core/operations/request.ts'

/**
 * Who asks, and in which HTTP request. Each message shows it anew; a conversation has no identity of its own. The protocol answers
 * within the call that brought the message, so the present request is that one.
 */
export function presentAgent(): { readonly caller: Caller; readonly requestId: string } {
  const { caller, requestId } = presentRequest() ?? {}
  if (caller === undefined || requestId === undefined) throw new Error('A message of an agent came without a request.')
  return { caller, requestId }
}
