import { invalid_values, type InvalidValue, type Knex, scoped_rows, table_store } from '@atrium/sdk'
import { CONNECTORS, StoredConnector } from '../connectors/connector.ts'
import { StoredCredential } from '../credentials/credential.ts'
import { Agent } from './agent.ts'

/** The table of agents. */
export const agentTable = (db: Knex) =>
  table_store(db, 'ai_agents_agents', Agent, {
    sort: ['name', 'enabled', 'created_at'],
    filter: ['enabled', 'credential_id'],
    search: ['name', 'description'],
    before: async (agent, current) => {
      const known = [...(await checkModel(db, agent, current)), ...(await checkConnectors(db, agent, current))]
      const found = [...known, ...checkRules(agent), ...checkBudgets(agent)]
      if (found.length > 0) throw invalid_values(found)
      return agent
    },
  })

/** The caller must reach a credential that the agent does not have already. */
async function checkModel(
  db: Knex,
  { credential_id, model }: Partial<Agent>,
  current: Agent | undefined,
): Promise<InvalidValue[]> {
  const isKept = credential_id === current?.credential_id
  const reached = scoped_rows(db, 'ai_agents_credentials', StoredCredential).select('id')
  const credential = await db('ai_agents_credentials')
    .where({ id: credential_id })
    .where((only) => void (isKept || only.whereIn('id', reached)))
    .first<{ kind: string } | undefined>('kind')
  if (credential === undefined)
    return [{ pointer: '/credential_id', message: 'This credential does not exist', keyword: 'exists' }]
  if (model !== undefined || credential.kind === 'offline') return []
  return [{ pointer: '/model', message: 'Enter the model, as the provider names it', keyword: 'required' }]
}

/** The caller must reach connectors that the agent does not have already. */
async function checkConnectors(
  db: Knex,
  { connectors = [] }: Partial<Agent>,
  current: Agent | undefined,
): Promise<InvalidValue[]> {
  if (connectors.length === 0) return []
  const reached = await scoped_rows(db, CONNECTORS, StoredConnector).whereIn('id', connectors).pluck<number[]>('id')
  const kept = current?.connectors ?? []
  const known = [...reached, ...kept]
  return connectors.flatMap((id, at) =>
    known.includes(id)
      ? []
      : [{ pointer: `/connectors/${at}`, message: `There is no connector [${id}]`, keyword: 'exists' }],
  )
}

function checkRules({ tools = [] }: Partial<Agent>): InvalidValue[] {
  return tools.flatMap(({ tool }, at) =>
    tools.findIndex((other) => other.tool === tool) === at
      ? []
      : [{ pointer: `/tools/${at}/tool`, message: `[${tool}] has a rule already`, keyword: 'unique' }],
  )
}

function checkBudgets({ budgets = [], price_input, price_output }: Partial<Agent>): InvalidValue[] {
  const isPriced = price_input !== undefined && price_output !== undefined
  return budgets.flatMap(({ tokens, cost }, at) => {
    if (tokens === undefined && cost === undefined)
      return [{ pointer: `/budgets/${at}/tokens`, message: 'Enter tokens, a cost, or both', keyword: 'required' }]
    if (cost === undefined || isPriced) return []
    const message = 'A cost needs the prices of input and output'
    return [{ pointer: `/budgets/${at}/cost`, message, keyword: 'price' }]
  })
}
