import { type Knex, type RecordStore, type Static, table_store, Type } from '@atrium/sdk'
import { Difference, type ToolDefinition } from './definition.ts'

/**
 * `quarantine`: nobody has accepted it. `accepted`: agents may get it. `changed`: it differs from the accepted version. `refused`: somebody
 * refused it. `gone`: the system no longer has it.
 */
const TOOL_STATES = ['quarantine', 'accepted', 'changed', 'refused', 'gone'] as const
export type ToolState = (typeof TOOL_STATES)[number]

const text = (options: object = {}) => Type.String({ readOnly: true, ...options })
const definition = (title: string) => Type.Unsafe<Record<string, unknown>>({ type: 'object', readOnly: true, title })

/** A tool of an external system. */
export const ConnectorTool = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    connector_id: Type.Integer({ readOnly: true, title: 'Connector' }),
    tool: text({ description: 'The name under which agents know it' }),
    name: text({ title: 'Name there', description: 'As the external system names it' }),
    title: Type.Optional(text()),
    description: text(),
    state: Type.Enum([...TOOL_STATES], { readOnly: true }),
    only_reads: Type.Boolean({
      ...{ readOnly: true, title: 'Only reads' },
      description: 'It says so, and whoever accepted it agreed. Other tools ask, unless a rule of the agent names them',
    }),
    definition: definition('Definition'),
    hash: text({ title: 'Hash', description: 'Of the definition' }),
    difference: Type.Optional(
      Type.Array(Difference, { readOnly: true, description: 'What is not as it was accepted' }),
    ),
    accepted: Type.Optional(definition('Accepted definition')),
    accepted_hash: Type.Optional(text({ title: 'Accepted hash' })),
    accepted_by: Type.Optional(text()),
    accepted_at: Type.Optional(text({ format: 'date-time', title: 'Accepted' })),
    created_at: text({ format: 'date-time' }),
    updated_at: text({ format: 'date-time' }),
  },
  { title: 'ConnectorTool' },
)
export type ConnectorTool = Static<typeof ConnectorTool>

const TOOLS = 'ai_agents_connector_tools'

/** The tools of all connectors. */
export const connectorTools = (db: Knex): RecordStore<ConnectorTool> =>
  table_store(db, TOOLS, ConnectorTool, {
    sort: ['tool', 'state', 'created_at'],
    filter: ['connector_id', 'state', 'tool'],
    search: ['tool', 'title', 'description'],
  })

/** A row of the table. */
export interface ToolRow {
  readonly id: number
  readonly connector_id: number
  readonly tool: string
  readonly name: string
  readonly state: ToolState
  readonly only_reads: boolean | number
  /** JSON: `ToolDefinition`. */
  readonly definition: string
  readonly hash: string
  /** JSON: `ToolDefinition`. */
  readonly accepted: string | null
  readonly accepted_hash: string | null
}

export const toolRows = (db: Knex) => db<ToolRow>(TOOLS)

/** The changes of a row when the system describes the tool differently. */
export const describedAs = (definition: ToolDefinition, hash: string) => ({
  ...{ title: definition.title?.slice(0, 200) ?? null, description: definition.description },
  ...{ definition: JSON.stringify(definition), hash },
})
