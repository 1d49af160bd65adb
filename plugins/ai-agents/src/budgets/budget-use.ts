import { type Knex, label_of, type PluginContext, type RecordStore, type Static, Type } from '@atrium/sdk'
import type { Agent } from '../agents/agent.ts'
import { agentTable } from '../agents/agent-table.ts'
import { roleStore } from '../agents/form-choices.ts'
import { derivedStore } from '../derived-store.ts'
import { COUNTERS } from './budget.ts'
import { MICROS_PER_MINOR_UNIT, USAGE } from './usage.ts'

const amount = (title: string) => Type.Optional(Type.Integer({ readOnly: true, title }))

/** The used part of a budget: today, or for a conversation that began today. */
export const BudgetUse = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    agent_name: Type.String({ readOnly: true, title: 'Agent' }),
    per: Type.String({ readOnly: true, title: 'For' }),
    who: Type.Optional(Type.String({ readOnly: true, title: 'Who' })),
    percent: Type.Integer({ readOnly: true, title: 'Used (%)' }),
    tokens: Type.Integer({ readOnly: true, title: 'Tokens used' }),
    tokens_limit: amount('Of tokens'),
    cost: Type.Integer({ readOnly: true, title: 'Spent', description: 'In minor units' }),
    cost_limit: amount('Of money'),
  },
  { title: 'BudgetUse' },
)
type BudgetUse = Static<typeof BudgetUse>

const RULES = {
  sort: ['percent', 'agent_name', 'per', 'who', 'tokens', 'cost'],
  search: ['agent_name', 'who'],
} as const

/** The budgets of all agents, with the used parts. Names people, but contains nothing of what they write. */
export const budgetUseStore = (context: Pick<PluginContext, 'db' | 'call'>): RecordStore<BudgetUse> =>
  derivedStore(BudgetUse, RULES, () => readUse(context))

interface CounterRow {
  readonly subject: string
  readonly tokens: number | string
  readonly cost_micros: number | string
}

async function readUse(context: Pick<PluginContext, 'db' | 'call'>): Promise<BudgetUse[]> {
  const { db } = context
  const day = new Date().toISOString().slice(0, 10)
  const sort = [{ field: 'name', order: 'asc' }] as const
  const { rows: agents } = await agentTable(db).list({ filters: [], sort, offset: 0, limit: 500 })
  const counters = await db(COUNTERS).where({ day }).select<CounterRow[]>('subject', 'tokens', 'cost_micros')
  const names = await namesOf(context)
  return agents.flatMap((agent) =>
    agent.budgets.flatMap((budget, at) => {
      const prefix = `${agent.id}/${budget.per}/`
      const own = counters.filter(({ subject }) => subject.startsWith(prefix))
      // The budget of an agent is shared by everybody, so there is always one, used or not.
      const none = budget.per === 'agent' ? [{ subject: prefix + day, tokens: 0, cost_micros: 0 }] : []
      return (own.length > 0 ? own : none).map((counter) => ({
        ...useOf(agent, budget, { counter, names }),
        id: `${counter.subject}/${at}`,
      }))
    }),
  )
}

function useOf(
  { name: agent_name }: Agent,
  { per, tokens: tokens_limit, cost: cost_limit }: Agent['budgets'][number],
  { counter, names }: { counter: CounterRow; names: ReadonlyMap<string, string> },
): Omit<BudgetUse, 'id'> {
  const [, , whose = ''] = counter.subject.split('/')
  const tokens = Number(counter.tokens)
  const micros = Number(counter.cost_micros)
  const shares = [
    tokens_limit === undefined ? 0 : tokens / tokens_limit,
    cost_limit === undefined ? 0 : micros / (cost_limit * MICROS_PER_MINOR_UNIT),
  ]
  const who = per === 'agent' ? undefined : (names.get(`${per}/${whose}`) ?? whose)
  return {
    ...{ agent_name, per: label_of(per), tokens, cost: Math.round(micros / MICROS_PER_MINOR_UNIT) },
    percent: Math.round(Math.max(...shares) * 100),
    ...(who !== undefined && { who }),
    ...(tokens_limit !== undefined && { tokens_limit }),
    ...(cost_limit !== undefined && { cost_limit }),
  }
}

interface Named {
  readonly person_id: string
  readonly person_name: string
  readonly conversation_id: string
}

/** The owner of a budget, by `<per>/<id>`. A conversation belongs to a person. */
async function namesOf(context: Pick<PluginContext, 'db' | 'call'>): Promise<ReadonlyMap<string, string>> {
  const since = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const people = await peopleSince(since, context.db)
  const { rows: roles } = await roleStore(context).list({ filters: [], sort: [], offset: 0, limit: 500 })
  return new Map([
    ...people.map(({ person_id, person_name }) => [`person/${person_id}`, person_name] as const),
    ...people.map(({ conversation_id, person_name }) => [`conversation/${conversation_id}`, person_name] as const),
    ...roles.map(({ id, label }) => [`role/${id}`, label] as const),
  ])
}

const peopleSince = (day: string, db: Knex): Promise<Named[]> =>
  db(USAGE).where('day', '>=', day).distinct('person_id', 'person_name', 'conversation_id')
