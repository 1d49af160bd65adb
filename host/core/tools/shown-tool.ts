import type { Caller } from '@atrium/sdk'
import { as_caller } from '@atrium/sdk/host'
import { answerShownTo, operationShownTo, toolInput } from '../openapi/index.ts'
import type { Operation } from '../registries/index.ts'
import { type AgentTool, outputOf } from './derive-tool.ts'

/**
 * A tool as described to a caller: without the fields that the caller's roles hide. Returns the tool itself if they hide none of its
 * fields.
 * @param siblingsOf the operations of an owner
 */
export function toolShownTo(
  tool: AgentTool,
  caller: Caller,
  siblingsOf: (owner: string) => readonly Operation[],
): AgentTool {
  if (!('operation' in tool.target)) return ownToolShownTo(tool, tool.target, caller)
  const { operation } = tool.target
  const shown = operationShownTo(operation, caller)
  if (shown === operation) return tool
  return { ...tool, input: toolInput(shown, siblingsOf(operation.owner)), output: outputOf(shown) }
}

/** The answer of a tool with its own handler, whose author decides what it accepts. */
function ownToolShownTo(
  tool: AgentTool,
  target: Exclude<AgentTool['target'], { readonly operation: unknown }>,
  caller: Caller,
): AgentTool {
  const { output: whole, permission } = tool
  if (whole === undefined) return tool
  const asked: Caller = { ...caller, can: () => true }
  const output = as_caller(asked, () => answerShownTo(target, whole, asked), { permission })
  return output === whole ? tool : { ...tool, output }
}
