import type { ToolDeclaration } from '@atrium/sdk/host'
import type { JsonSchema } from '@atrium/sdk/documents'
import { operationHints, toolInput } from '../../core/openapi/index.ts'
import type { Lease } from '../../base/lifetime/index.ts'
import { operationName, type WithholdingFor } from '../../core/operations/index.ts'
import type { Operation, Tool } from '../../core/registries/index.ts'
import { knownNames } from './checks/finding.ts'
import type { Report } from './checks/finding.ts'

interface LinkToolsContext {
  readonly operations: readonly Operation[]
  readonly report: Report
  readonly lease: Lease
  readonly withholding: WithholdingFor
}

/** Makes the tools of a plugin's declarations. Names get the plugin's id as prefix. Tools over operations get their schema and hints. */
export function linkTools(owner: string, declarations: readonly ToolDeclaration[], context: LinkToolsContext): Tool[] {
  const prefix = owner.replaceAll('-', '_')
  const tools = declarations.flatMap((declaration) => {
    const name = `${prefix}_${declaration.name}`
    return 'operation' in declaration
      ? operationTool(owner, { ...declaration, name }, context)
      : [ownTool(owner, { ...declaration, name }, context)]
  })
  reportTwice(tools, declarations, { report: context.report, prefix })
  return tools
}

type OperationTool = Extract<ToolDeclaration, { operation: unknown }>
type OwnTool = Exclude<ToolDeclaration, OperationTool>

function operationTool(owner: string, declaration: OperationTool, { operations, report }: LinkToolsContext): Tool[] {
  const { name, operation: declared, options, origin } = declaration
  const target = operations.find((operation) => operation.name === operationName(owner, declared))
  if (target === undefined || target.raw) {
    const names = operations.map((operation) => operation.name.replace(`/api/v1/${owner}`, ''))
    report({
      code: 'tool_operation_missing',
      message: `The tool [${name}] calls [${declared}], which is not a route that a tool can call.`,
      fix: knownNames(declared, names),
      origin,
    })
    return []
  }
  return [
    {
      name,
      owner,
      ...textsOf(options),
      permission: target.permission ?? `${owner}.${name}.view`,
      ...operationHints(target, options),
      input: toolInput(target, operations),
      target: { operation: target.name },
    },
  ]
}

function ownTool(
  owner: string,
  { name, options, handler, origin }: OwnTool,
  { lease, withholding }: LinkToolsContext,
): Tool {
  const { permission, input, output, read_only = false, timeout_seconds } = options
  return {
    name,
    owner,
    ...textsOf(options),
    permission,
    read_only,
    destructive: options.destructive ?? !read_only,
    idempotent: options.idempotent ?? read_only,
    input: input as unknown as JsonSchema,
    ...(output && { output: output as unknown as JsonSchema }),
    target: {
      handler: handler as (call: unknown) => unknown,
      ...{ lease, origin, withhold: withholding(output) },
      ...(timeout_seconds !== undefined && { timeout_seconds }),
    },
  }
}

const textsOf = ({ title, description }: ToolDeclaration['options']) => ({
  description,
  ...(title !== undefined && { title }),
})

function reportTwice(
  tools: readonly Tool[],
  declarations: readonly ToolDeclaration[],
  { report, prefix }: { report: Report; prefix: string },
): void {
  const names = tools.map(({ name }) => name)
  for (const [index, name] of names.entries()) {
    if (names.indexOf(name) === index) continue
    const origin = declarations.findLast((declaration) => `${prefix}_${declaration.name}` === name)?.origin
    report({
      code: 'tool_taken',
      message: `The tool [${name}] is declared twice.`,
      fix: 'Choose another name for one of them.',
      ...(origin && { origin }),
    })
  }
}
