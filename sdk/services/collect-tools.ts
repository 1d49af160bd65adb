import { DeclarationError } from '../declaration/declaration-error.ts'
import { origin_of } from '../declaration/origin.ts'
import type { ToolDeclaration } from './tool-declaration.ts'
import type { Tools } from './tools.ts'

/** Tools that write down what is declared, and what was declared so far, in order. */
export interface CollectedTools {
  readonly tools: Tools
  readonly declarations: readonly ToolDeclaration[]
}

/**
 * What the host hands `register_mcp_tools`, and what tests hand it to see what a plugin declares. Wrong arguments throw a
 * DeclarationError at the author's call.
 */
export function collect_tools(): CollectedTools {
  const declarations: ToolDeclaration[] = []
  const operation: Tools['operation'] = (name, target, options) => {
    requireDescription(requireToolName(name), options)
    declarations.push({ origin: origin_of(operation), name, options, operation: target })
    return tools
  }
  const add: Tools['add'] = (name, options, handler) => {
    requireDescription(requireToolName(name), options)
    declarations.push({ origin: origin_of(add), name, options, handler })
    return tools
  }
  const tools: Tools = { operation, add }
  return { tools, declarations }
}

function requireToolName(name: string): string {
  if (/^[a-z][a-z0-9_]*$/.test(name)) return name
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of a tool.`, {
    fix: 'Use lower-case letters, digits and underscores, beginning with a letter.',
  })
}

function requireDescription(name: string, options: { description?: string } | undefined): void {
  if (options?.description) return
  throw new DeclarationError('tool_invalid', `The tool [${name}] has no description.`, {
    fix: 'Say when an agent should use it and what it gets back.',
  })
}
