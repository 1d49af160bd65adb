import { ApiError } from '@atrium/sdk'
import { API_HEADERS, REQUEST_ID } from './api-headers.ts'
import type { Exchange } from './exchange.ts'

/**
 * Answers a method that a path does not have: OPTIONS with those it has, any other with 405.
 * @throws ApiError 405 `method_not_allowed` with `Allow`
 */
export function answerMethod({ response, method, path, id }: Exchange, methods: readonly string[]): void {
  const allow = allowOf(methods)
  if (method !== 'OPTIONS') {
    const detail = `[${method}] is not possible on [${path}]. Possible are [${allow}].`
    throw new ApiError('method_not_allowed', { detail, headers: { Allow: allow } })
  }
  response.writeHead(204, [...API_HEADERS, 'Allow', allow, REQUEST_ID, id]).end()
}

/** Whoever has GET has HEAD, and everybody has OPTIONS. */
function allowOf(methods: readonly string[]): string {
  const all = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set([...all, 'OPTIONS'])].join(', ')
}
