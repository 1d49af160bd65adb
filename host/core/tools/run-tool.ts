import { Readable } from 'node:stream'
import type { Call, Caller, ToolCall } from '@atrium/sdk'
import { ApiError } from '@atrium/sdk'
import { type ToolBlock, ToolContent } from '@atrium/sdk/host'
import type { OperationRequest, Outcome, Perform, Validators } from '../operations/index.ts'
import { innerRequest, TOO_HEAVY, weightOf } from '../operations/index.ts'
import type { Operation, OwnTarget } from '../registries/index.ts'
import type { AgentTool } from './derive-tool.ts'
import { structured } from './describe-tool.ts'
import { operationParts, type ToolArguments } from './operation-parts.ts'

/** One call of a tool. */
export interface ToolRun {
  /** The caller and the origin of the call. */
  readonly outer: Pick<OperationRequest, 'caller' | 'origin' | 'requestId' | 'signal'>
  readonly arguments: ToolArguments | undefined
  readonly progress: ToolCall<unknown>['progress']
  /** The tool makes its changes at most once per caller and key. */
  readonly key?: string | undefined
  /** An ETag, for operations that take `If-Match`. */
  readonly if_match?: string | undefined
}

/** The answer of a tool. */
export interface ToolResult {
  readonly blocks: readonly ToolBlock[]
  /** The same as `blocks`, for tools that answer JSON. */
  readonly value?: Record<string, unknown>
}

/** Runs a tool through `perform`: its operation, or its own handler. @throws ApiError */
export type RunTool = (tool: AgentTool, run: ToolRun) => Promise<ToolResult>

interface RunToolOptions {
  readonly perform: Perform
  readonly validators: Pick<Validators, 'response'>
}

export const createRunTool =
  ({ perform, validators }: RunToolOptions): RunTool =>
  async (tool, run) => {
    const { key } = run
    if ('operation' in tool.target) {
      const { operation } = tool.target
      const headers = run.if_match === undefined ? {} : { 'if-match': run.if_match }
      const parts = operationParts(operation, run.arguments ?? {})
      return toolResult(tool, await perform(innerRequest(run.outer, { operation, ...parts, headers, key })))
    }
    const operation = ownOperation(tool, tool.target, run.progress)
    const outcome = await perform(innerRequest(run.outer, { operation, params: {}, body: run.arguments, key }))
    if (tool.output !== undefined) validators.response(operation, outcome.body)
    return toolResult(tool, outcome)
  }

/** Checks the arguments of a tool as `perform` does before it runs the handler. @throws ApiError 422 `validation_failed` */
export const createCheckTool =
  (validators: Pick<Validators, 'params' | 'query' | 'body'>) =>
  (tool: AgentTool, input: ToolArguments, caller: Caller): void => {
    if (!('operation' in tool.target)) {
      validators.body(ownOperation(tool, tool.target, noProgress), input, caller)
      return
    }
    const { operation } = tool.target
    const { params, query, body } = operationParts(operation, input)
    const { schemas } = operation
    if (schemas.params) validators.params(operation, params)
    if (schemas.query) validators.query(operation, query)
    if (schemas.body) validators.body(operation, body, caller)
  }

export const noProgress: ToolRun['progress'] = () => Promise.resolve()

/**
 * Wraps a tool that has its own handler in an operation, so that `perform` checks permission and input, holds the generation and
 * writes the audit row. The operation has no route, and the host opens no transaction for it.
 */
export function ownOperation(
  tool: AgentTool,
  { handler, lease, withhold, timeout_seconds, origin = {} }: OwnTarget,
  progress: ToolCall<unknown>['progress'],
): Operation {
  const method = tool.read_only ? 'GET' : 'POST'
  const options = timeout_seconds === undefined ? {} : { timeout_seconds }
  const run = ({ body, caller, signal }: Call) => handler({ input: body, caller, signal, progress })
  return {
    name: `TOOL ${tool.name}`,
    owner: tool.owner,
    method,
    path: '/api/v1/mcp',
    permission: tool.permission,
    open: false,
    transaction: false,
    raw: false,
    reads: method === 'GET',
    declaration: { origin, method, path: '/', kind: 'plain', options, handler: run },
    schemas: { body: tool.input, ...(tool.output && { response: tool.output }) },
    withhold,
    ...(lease && { lease }),
  }
}

/**
 * Makes the result: structured, and also as text for clients that read only text.
 * @throws ApiError 406 for a stream
 */
function toolResult({ name, output }: AgentTool, { body, headers }: Outcome): ToolResult {
  if (body instanceof ToolContent) return { blocks: [...body.blocks] }
  if (body instanceof Readable) {
    body.destroy()
    throw new ApiError('not_acceptable', {
      detail: `[${name}] returns a file, which tools cannot pass on. Download it over HTTP.`,
    })
  }
  if (weightOf(body, TOO_HEAVY) >= TOO_HEAVY) {
    throw new ApiError('not_acceptable', {
      detail: `[${name}] returned far more than an agent can read. Ask for fewer records, or get them over HTTP.`,
    })
  }
  if (body === undefined) return { blocks: [text('Done.')] }
  if (typeof body === 'string' && output === undefined) return { blocks: [text(body)] }
  const total = headers['x-total-count']
  const value = structured(body, { schema: output, total: total === undefined ? undefined : Number(total) })
  return { blocks: [text(JSON.stringify(value))], value }
}

const text = (text: string): ToolBlock => ({ type: 'text', text })
