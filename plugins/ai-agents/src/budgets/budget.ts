import { ApiError, type Knex } from '@atrium/sdk'
import type { Agent, Budget } from '../agents/agent.ts'
import type { TokenUse } from '../model/model.ts'
import { MICROS_PER_MINOR_UNIT, USAGE } from './usage.ts'

/** The person and agent whose tokens are counted. */
export interface Spender {
  readonly agent: Agent
  readonly model: string
  readonly conversation_id: string
  readonly person_id: string
  readonly person_name: string
  /** The ids of the person's roles. */
  readonly roles: readonly string[]
}

/** The maximum use of a step, taken from every budget before the request to the provider. */
export interface Reservation {
  readonly usage_id: number
  readonly conversation_id: string
  /** The tokens that are reserved. */
  readonly use: TokenUse
  readonly held: Held
}

/** From which budgets a reservation was taken, and at which prices. */
interface Held {
  readonly subjects: readonly string[]
  readonly prices: Prices
}

type Prices = Pick<Agent, 'price_input' | 'price_output'>

interface Amount {
  readonly tokens: number
  readonly cost_micros: number
}

interface Counter {
  readonly subject: string
  readonly words: string
  readonly budget: Budget
}

interface CounterRow {
  readonly subject: string
  readonly day: string
  readonly tokens: number
  readonly cost_micros: number
}

export const COUNTERS = 'ai_agents_budgets'

/**
 * Takes the maximum use of a step from all applicable budgets, or from none: simultaneous steps cannot spend the same tokens twice.
 * @throws ApiError 429 `budget_exceeded` that names the budget
 */
export function reserve(spender: Spender, use: TokenUse, db: Knex): Promise<Reservation> {
  const { price_input, price_output } = spender.agent
  const amount = amountOf(spender.agent, use)
  const day = today()
  const counters = countersOf(spender, day)
  const held = { subjects: counters.map(({ subject }) => subject), prices: { price_input, price_output } }
  return db.transaction(async () => {
    // In order, so that two transactions cannot deadlock.
    for (const counter of counters) await take(counter, { amount, day, db, agent: spender.agent.name })
    const [row] = await db(USAGE)
      .insert({
        ...{ conversation_id: spender.conversation_id, agent_id: spender.agent.id, agent_name: spender.agent.name },
        ...{ person_id: spender.person_id, person_name: spender.person_name, model: spender.model },
        ...{ day, state: 'reserved', ...use, cost_micros: amount.cost_micros },
        ...{ held: JSON.stringify(held), created_at: new Date().toISOString(), version: 1 },
      })
      .returning<{ id: number }[]>('id')
    return { usage_id: row?.id ?? 0, conversation_id: spender.conversation_id, use, held }
  })
}

/** Replaces a reservation by the actual use. If the provider did not count, the reservation remains. */
export function settle(reservation: Reservation, used: TokenUse, db: Knex): Promise<void> {
  const { usage_id, conversation_id, use, held } = reservation
  const amount = amountOf(held.prices, use)
  const real = amountOf(held.prices, used)
  return db.transaction(async () => {
    const settled = await db(USAGE)
      .where({ id: usage_id, state: 'reserved' })
      .update({ state: 'settled', held: null, ...used, cost_micros: real.cost_micros, version: 2 })
    if (settled === 0) return
    for (const subject of held.subjects)
      await db(COUNTERS)
        .where({ subject })
        .update({
          tokens: db.raw('tokens + ?', [real.tokens - amount.tokens]),
          cost_micros: db.raw('cost_micros + ?', [real.cost_micros - amount.cost_micros]),
        })
    await db('ai_agents_conversations')
      .where({ id: conversation_id })
      .update({
        input_tokens: db.raw('input_tokens + ?', [used.input_tokens]),
        output_tokens: db.raw('output_tokens + ?', [used.output_tokens]),
      })
  })
}

const today = () => new Date().toISOString().slice(0, 10)

function amountOf({ price_input = 0, price_output = 0 }: Prices, { input_tokens, output_tokens }: TokenUse): Amount {
  // Prices are in minor units for a million tokens.
  const cost = (input_tokens * price_input + output_tokens * price_output) / 1_000_000
  return { tokens: input_tokens + output_tokens, cost_micros: Math.ceil(cost * MICROS_PER_MINOR_UNIT) }
}

function countersOf({ agent, conversation_id, person_id, roles }: Spender, day: string): Counter[] {
  const counters = agent.budgets.flatMap((budget): Counter[] => {
    const counter = (who: string, words: string) => ({ subject: `${agent.id}/${budget.per}/${who}`, words, budget })
    if (budget.per === 'conversation') return [counter(conversation_id, 'of this conversation')]
    if (budget.per === 'person') return [counter(`${person_id}/${day}`, 'of each person for today')]
    if (budget.per === 'agent') return [counter(day, 'of all people for today')]
    return roles.map((role) => counter(`${role}/${day}`, 'of your role for today'))
  })
  return counters.sort((one, other) => (one.subject < other.subject ? -1 : 1))
}

interface Taking {
  readonly amount: Amount
  readonly day: string
  readonly agent: string
  readonly db: Knex
}

async function take({ subject, words, budget }: Counter, { amount, day, agent, db }: Taking): Promise<void> {
  await db<CounterRow>(COUNTERS).insert({ subject, day, tokens: 0, cost_micros: 0 }).onConflict('subject').ignore()
  const { tokens = Number.MAX_SAFE_INTEGER, cost } = budget
  const most = cost === undefined ? Number.MAX_SAFE_INTEGER : cost * MICROS_PER_MINOR_UNIT
  const taken = await db<CounterRow>(COUNTERS)
    .where({ subject })
    .whereRaw('tokens + ? <= ?', [amount.tokens, tokens])
    .whereRaw('cost_micros + ? <= ?', [amount.cost_micros, most])
    .update({
      tokens: db.raw('tokens + ?', [amount.tokens]),
      cost_micros: db.raw('cost_micros + ?', [amount.cost_micros]),
    })
  if (taken === 1) return
  const used = await db<CounterRow>(COUNTERS).where({ subject }).first<CounterRow>()
  throw exceeded({ agent, words, budget }, { used, amount })
}

/** Gives the remaining and the required amount, because a budget may be too small for a single answer. */
function exceeded(
  { agent, words, budget }: { agent: string; words: string; budget: Budget },
  { used, amount }: { used: Amount; amount: Amount },
): ApiError {
  const { tokens = Number.MAX_SAFE_INTEGER, cost, per } = budget
  const left = Math.max(0, tokens - Number(used.tokens))
  const isTokens = amount.tokens > left
  const unit = (micros: number) => (micros / MICROS_PER_MINOR_UNIT / 100).toFixed(2)
  const costLeft = Math.max(0, (cost ?? 0) * MICROS_PER_MINOR_UNIT - Number(used.cost_micros))
  const has = isTokens ? `${left} of ${tokens} tokens` : `${unit(costLeft)} of ${((cost ?? 0) / 100).toFixed(2)}`
  const needs = isTokens ? `${amount.tokens} tokens` : unit(amount.cost_micros)
  const until = per === 'conversation' ? 'Start a new conversation' : 'Try again tomorrow (UTC)'
  return new ApiError('budget_exceeded', {
    status: 429,
    detail: `The budget of [${agent}] ${words} has ${has} left, and this step may take up to ${needs}. ${until}, or ask an operator for a larger budget.`,
  })
}

/** Deletes the counters of past days; those of conversations stay. */
export async function sweepBudgets(db: Knex): Promise<void> {
  const before = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await db(COUNTERS).where('day', '<', before).whereNot('subject', 'like', '%/conversation/%').delete()
}
