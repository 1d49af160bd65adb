import type { ApiError } from '@atrium/sdk'
import { ERROR_CATALOGUE, type CataloguedError } from '@atrium/sdk/host'
import type { CallToolResult } from '@modelcontextprotocol/server'

/** An error as an agent reads it: code, what happened, which fields, what to do about it. */
export function toolFailure(error: ApiError, { requestId }: { requestId: string }): CallToolResult {
  const { code, status, message, options } = error
  const known = (ERROR_CATALOGUE as Record<string, CataloguedError>)[code]
  const lines = [
    `${code} (${status}): ${message}`,
    ...untold(error).map(([field, what]) => `- ${field}: ${what}`),
    ...(options.allowed ? [`Possible from here: ${options.allowed.join(', ')}.`] : []),
    ...(options.current === undefined ? [] : [`As it stands now: ${JSON.stringify(options.current)}`]),
    ...(known ? [`What to do: ${known.fix}`] : []),
    ...(error.retryable ? ['The very same call may succeed later.'] : []),
    ...(status >= 500 ? [`Request: ${requestId}`] : []),
  ]
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true }
}

/** The fields that the message, which names the first few, does not speak of. */
function untold({ message, options }: ApiError): [field: string, what: string][] {
  return Object.entries(options.errors ?? {}).filter(([field, what]) => !message.includes(`[${field}]: ${what}`))
}
