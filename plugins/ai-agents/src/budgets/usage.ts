import { type Knex, scoped_rows, type Static, table_store, Type, type RecordStore } from '@atrium/sdk'

/** The use of one step of a model. Contains nothing of what was written. */
export const Usage = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    conversation_id: Type.String({ readOnly: true }),
    agent_id: Type.Integer({ readOnly: true }),
    agent_name: Type.String({ readOnly: true, title: 'Agent' }),
    person_id: Type.String({ readOnly: true }),
    person_name: Type.String({ readOnly: true, title: 'Person' }),
    model: Type.String({ readOnly: true }),
    day: Type.String({ format: 'date', readOnly: true }),
    state: Type.Enum(['reserved', 'settled'], { readOnly: true }),
    input_tokens: Type.Integer({ readOnly: true, title: 'Tokens read' }),
    output_tokens: Type.Integer({ readOnly: true, title: 'Tokens written' }),
    cost_micros: Type.Integer({ readOnly: true, title: 'Cost (millionths)', description: 'Of the currency unit' }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Usage' },
)
export type Usage = Static<typeof Usage>

export const USAGE = 'ai_agents_usage'

/** Costs are counted in millionths of the currency unit. */
export const MICROS_PER_MINOR_UNIT = 10_000

/** The list of uses. */
export function usageStore(db: Knex): RecordStore<Usage> {
  return table_store(db, USAGE, Usage, {
    sort: ['created_at', 'day'],
    filter: ['agent_id', 'person_id', 'conversation_id', 'day', 'created_at'],
    search: ['agent_name', 'person_name', 'model'],
  })
}

const Day = Type.Object({ day: Type.String(), tokens: Type.Integer(), cost: Type.Integer() })

/** Figures of the last 30 days. */
export const UsageStats = Type.Object(
  {
    tokens_today: Type.Integer(),
    tokens_30_days: Type.Integer(),
    cost_today: Type.Integer({ description: 'In minor units' }),
    cost_30_days: Type.Integer({ description: 'In minor units' }),
    people_30_days: Type.Integer(),
    conversations_30_days: Type.Integer(),
    days: Type.Array(Day),
    agents: Type.Array(Type.Object({ agent: Type.String(), tokens: Type.Integer(), cost: Type.Integer() })),
  },
  { title: 'UsageStats' },
)
export type UsageStats = Static<typeof UsageStats>

const DAYS = 30

interface Sum {
  readonly of: string | Date
  readonly tokens: number | string
  readonly cost: number | string
}

/** Adds up the uses that the caller may see. */
export async function readUsage(db: Knex): Promise<UsageStats> {
  const days = lastDays()
  const rows = () => scoped_rows(db, USAGE, Usage).where('day', '>=', days[0] ?? '')
  const sums = async (column: string) => {
    const found = await rows()
      .groupBy(column)
      .select(`${column} as of`)
      .sum({ tokens: db.raw('input_tokens + output_tokens'), cost: 'cost_micros' })
    return (found as unknown as Sum[]).map(({ of, tokens, cost }) => ({
      of: of instanceof Date ? of.toISOString().slice(0, 10) : of,
      tokens: Number(tokens),
      cost: Math.round(Number(cost) / MICROS_PER_MINOR_UNIT),
    }))
  }
  const byDay = new Map((await sums('day')).map((sum) => [sum.of, sum]))
  const agents = (await sums('agent_name')).sort((one, other) => other.tokens - one.tokens).slice(0, 20)
  const [counted] = await rows().countDistinct({ people: 'person_id', conversations: 'conversation_id' })
  const series = days.map((day) => ({ day, tokens: byDay.get(day)?.tokens ?? 0, cost: byDay.get(day)?.cost ?? 0 }))
  const total = (name: 'tokens' | 'cost') => series.reduce((sum, day) => sum + day[name], 0)
  const today = series.at(-1)
  return {
    ...{ tokens_today: today?.tokens ?? 0, tokens_30_days: total('tokens') },
    ...{ cost_today: today?.cost ?? 0, cost_30_days: total('cost') },
    people_30_days: Number(counted?.people ?? 0),
    conversations_30_days: Number(counted?.conversations ?? 0),
    days: series,
    agents: agents.map(({ of: agent, tokens, cost }) => ({ agent, tokens, cost })),
  }
}

function lastDays(): string[] {
  const now = Date.now()
  return Array.from({ length: DAYS }, (_, back) =>
    new Date(now - (DAYS - 1 - back) * 86_400_000).toISOString().slice(0, 10),
  )
}
