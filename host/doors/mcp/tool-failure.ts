import type { ApiError } from '@atrium/sdk'
import type { CataloguedError } from '@atrium/sdk/host'
import { ERROR_CATALOGUE } from '@atrium/sdk/host'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { View } from './toolsets.ts'

interface FailureOptions {
  readonly requestId: string
  /** How the agent sees its tools. */
  readonly view: View
}

/**
 * Renders an error for an agent: code, message, fields and what to do, as text and structured. Clients compare structured content with
 * the output schema of the tool, some of them also that of an error, so agents that see output schemas get only the text.
 */
export function toolFailure(error: ApiError, { requestId, view }: FailureOptions): CallToolResult {
  const failure = failureOf(error, requestId)
  return {
    content: [{ type: 'text', text: textOf(failure) }],
    ...(!view.outputSchemas && { structuredContent: { ...failure } }),
    isError: true,
  }
}

/** An error as an agent gets it: the members of a problem that it can use, and the remedy. */
interface Failure extends Pick<ApiError, 'code' | 'status' | 'message' | 'retryable'> {
  readonly errors?: Readonly<Record<string, string>>
  readonly allowed?: readonly string[]
  readonly current?: unknown
  readonly fix?: string
  readonly request_id: string
}

function failureOf({ code, status, message, options, retryable }: ApiError, requestId: string): Failure {
  const { errors, allowed, current } = options
  const known = (ERROR_CATALOGUE as Record<string, CataloguedError>)[code]
  return {
    ...{ code, status, message },
    ...(errors && { errors: byArgument(errors) }),
    ...(allowed && { allowed }),
    ...(current !== undefined && { current }),
    ...(known && { fix: known.fix }),
    ...{ retryable, request_id: requestId },
  }
}

/** An error of the whole value has no field. An agent sends a body that is no object as the argument `body`. */
const byArgument = (errors: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(errors).map(([field, what]) => [field || 'body', what]))

function textOf({ code, status, message, errors, allowed, current, fix, retryable, request_id }: Failure): string {
  const lines = [
    `${code} (${status}): ${message}`,
    ...(errors ? [`errors: ${JSON.stringify(errors)}`] : []),
    ...(allowed ? [`Possible from here: ${allowed.join(', ')}.`] : []),
    ...(current === undefined ? [] : [`As it stands now: ${JSON.stringify(current)}`]),
    ...(fix === undefined ? [] : [`What to do: ${fix}`]),
    ...(retryable ? ['The same call may succeed later.'] : []),
    ...(status >= 500 ? [`Request: ${request_id}`] : []),
  ]
  return lines.join('\n')
}
