import type { Static } from '@atrium/sdk'
import { Type } from '@atrium/sdk'
import { canonical, hashOf } from '../tools/canonical.ts'

/** The place of an argument in a request to an API. */
export interface HttpParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
}

/** The request that a tool of an API sends. */
export interface HttpOperation {
  readonly method: string
  readonly path: string
  readonly parameters: readonly HttpParameter[]
  /** Whether the argument `body` is sent as JSON. */
  readonly has_body: boolean
}

/** The complete description of a tool by an external system. It is accepted as a whole, and a change of any part is a change. */
export interface ToolDefinition {
  /** The system's name for it. */
  readonly name: string
  readonly title?: string | undefined
  readonly description: string
  readonly input_schema: object
  readonly output_schema?: object | undefined
  /** As in MCP: `readOnlyHint`, `destructiveHint` and so on. Claims of the system. */
  readonly annotations?: Readonly<Record<string, unknown>> | undefined
  readonly operation?: HttpOperation
}

/** The hash of the definition that an operator accepts. */
export const pinOf = (definition: ToolDefinition) => hashOf(definition)

const MEMBERS = [
  'name',
  'title',
  'description',
  'input_schema',
  'output_schema',
  'annotations',
  'operation',
] as const satisfies readonly (keyof ToolDefinition)[]

/** A part of a definition that differs from the accepted one. */
export const Difference = Type.Object({
  member: Type.Enum([...MEMBERS], { title: 'Part' }),
  accepted: Type.String({ title: 'Accepted' }),
  now: Type.String(),
})
export type Difference = Static<typeof Difference>

/** The parts that differ, each with its former and its present text. */
export function differenceOf(accepted: ToolDefinition, now: ToolDefinition): Difference[] {
  return MEMBERS.filter((member) => canonical(accepted[member]) !== canonical(now[member])).map((member) => ({
    member,
    accepted: textOf(accepted[member]),
    now: textOf(now[member]),
  }))
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

const LONGEST_NAME = 200
const LONGEST_DESCRIPTION = 8_000
const LARGEST = 60_000

/** Why a definition cannot be used at all. */
export function unusable(definition: ToolDefinition): string | undefined {
  const { name, description } = definition
  if (name === '' || name.length > LONGEST_NAME) return `its name is empty or longer than ${LONGEST_NAME} characters`
  if (description.length > LONGEST_DESCRIPTION)
    return `its description is longer than ${LONGEST_DESCRIPTION} characters`
  return canonical(definition).length > LARGEST ? `its definition is larger than ${LARGEST / 1000} kB` : undefined
}

/** The longest name of a tool, in characters, that providers of models accept. */
const LONGEST_OFFERED = 64

/**
 * The name of a tool for agents: `crm-find_client`. The hyphen distinguishes it from the tools of plugins, whose names have none.
 * @param taken names of other tools of the connector
 */
export function offeredName(prefix: string, name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
  const whole = `${prefix}-${plain}`
  if (plain !== '' && whole.length <= LONGEST_OFFERED && !taken.has(whole)) return whole
  const mark = `_${hashOf(name).slice(0, 8)}`
  return `${whole.slice(0, LONGEST_OFFERED - mark.length)}${mark}`
}
