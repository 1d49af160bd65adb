import { invalid_values, type InvalidValue, type Knex, table_store } from '@atrium/sdk'
import { Agent } from './agent.ts'

/** The table of agents. */
export const agentTable = (db: Knex) =>
  table_store(db, 'ai_agents_agents', Agent, {
    sort: ['name', 'enabled', 'created_at'],
    filter: ['enabled', 'credential_id'],
    search: ['name', 'description'],
    before: async (agent) => {
      const known = [...(await checkModel(db, agent)), ...(await checkConnectors(db, agent))]
      const found = [...known, ...checkRules(agent), ...checkBudgets(agent)]
      if (found.length > 0) throw invalid_values(found)
      return agent
    },
  })

async function checkModel(db: Knex, { credential_id, model }: Partial<Agent>): Promise<InvalidValue[]> {
  const credential = await db('ai_agents_credentials')
    .where({ id: credential_id })
    .first<{ kind: string } | undefined>('kind')
  if (credential === undefined)
    return [{ pointer: '/credential_id', message: 'This credential does not exist', keyword: 'exists' }]
  if (model !== undefined || credential.kind === 'offline') return []
  return [{ pointer: '/model', message: 'Enter the model, as the provider names it', keyword: 'required' }]
}

async function checkConnectors(db: Knex, { connectors = [] }: Partial<Agent>): Promise<InvalidValue[]> {
  if (connectors.length === 0) return []
  const known = await db('ai_agents_connectors').whereIn('id', connectors).pluck<number[]>('id')
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
