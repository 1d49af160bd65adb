import { type Knex, label_of, type PluginContext, type RecordStore, scoped_rows, type Static, Type } from '@atrium/sdk'
import { ConnectorTool } from '../connectors/connector-tool.ts'
import { CONNECTORS, StoredConnector } from '../connectors/connector.ts'
import { derivedStore } from '../derived-store.ts'

/** A role, as offered in the form of an agent. */
const Role = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    label: Type.String({ readOnly: true }),
    description: Type.Optional(Type.String({ readOnly: true })),
  },
  { title: 'AgentRole' },
)
type Role = Static<typeof Role>

/** The roles of the platform. Everybody who manages agents may name them, even without the permission to manage roles. */
export const roleStore = ({ call }: Pick<PluginContext, 'call'>): RecordStore<Role> =>
  derivedStore(Role, RULES, async () => {
    const found = await call('GET', '/api/v1/platform/choices/roles', { on_own_account: true })
    return (found as readonly RoleChoice[]).map(({ value: id, ...role }) => ({ id, ...role }))
  })

interface RoleChoice {
  readonly value: string
  readonly label: string
  readonly description?: string
}

const RULES = { sort: ['label'], search: ['label'] } as const

/** A choice for a rule for tools. */
export const ToolChoice = Type.Object(
  { value: Type.String(), label: Type.String(), group: Type.String(), description: Type.Optional(Type.String()) },
  { title: 'ToolChoice' },
)
type ToolChoice = Static<typeof ToolChoice>

/** Tools of this plugin and of the platform's administration, which agents do not get. */
const NEVER = ['ai-agents', 'platform']

/**
 * The tools that a rule can name, by plugin and connector, each group preceded by its pattern. Tools of plugins are those available to the
 * caller.
 */
export async function toolChoices({ db, tools }: Pick<PluginContext, 'db' | 'tools'>): Promise<ToolChoice[]> {
  const offered = tools.list().filter(({ plugin }) => !NEVER.includes(plugin))
  const ofPlugins = offered.map(({ name, title, plugin, read_only }) => ({
    ...{ value: name, label: title ?? wordsOf(name, prefixOf(plugin)), group: label_of(plugin) },
    description: read_only ? 'Only reads' : 'Changes something',
  }))
  const patterns = [...new Set(offered.map(({ plugin }) => plugin))].map((plugin) => ({
    value: `${prefixOf(plugin)}*`,
    ...{ label: `All tools of ${label_of(plugin)}`, group: label_of(plugin) },
  }))
  return byGroup([...patterns, ...ofPlugins, ...(await connectorChoices(db))])
}

const prefixOf = (plugin: string) => `${plugin.replaceAll('-', '_')}_`

/** The name of a tool for people, without the prefix of its owner. */
const wordsOf = (name: string, prefix: string) => label_of(name.startsWith(prefix) ? name.slice(prefix.length) : name)

interface Accepted {
  readonly tool: string
  readonly title: string | null
  readonly connector: string
  readonly prefix: string
}

async function connectorChoices(db: Knex): Promise<ToolChoice[]> {
  const reached = scoped_rows(db, 'ai_agents_connector_tools', ConnectorTool).select('id')
  const rows = await db('ai_agents_connector_tools as tool')
    .join('ai_agents_connectors as connector', 'connector.id', 'tool.connector_id')
    .where({ 'tool.state': 'accepted' })
    .whereIn('tool.id', reached)
    .whereIn('connector.id', scoped_rows(db, CONNECTORS, StoredConnector).select('id'))
    .orderBy('tool.tool')
    .select<Accepted[]>('tool.tool', 'tool.title', 'connector.title as connector', 'connector.prefix')
  const patterns = new Map(rows.map(({ prefix, connector: group }) => [`${prefix}-*`, group]))
  return [
    ...[...patterns].map(([value, group]) => ({ value, label: `All tools of ${group}`, group })),
    ...rows.map(({ tool, title, prefix, connector: group }) => ({
      value: tool,
      label: title ?? wordsOf(tool, `${prefix}-`),
      group,
    })),
  ]
}

/** Keeps the order of groups and the order within them. */
function byGroup(choices: readonly ToolChoice[]): ToolChoice[] {
  const groups = [...new Set(choices.map(({ group }) => group))]
  return groups.flatMap((group) => choices.filter((choice) => choice.group === group))
}
