import { type AgentsHost, fresh } from '../agents-host.ts'
import { until } from '../chat-client.ts'

/** An approval that nobody may get through, and who would have to decide on it. */
export interface Victim {
  readonly what: string
  readonly id: string
  readonly conversation_id: string
  readonly input_hash: string
  /** Who tries. The owner only where they must not decide either. */
  readonly tokens: readonly string[]
}

/** Changes rows as somebody with access to the database would, or as time does. */
export type Alter = (sql: string, values: readonly string[]) => Promise<unknown>

interface Person {
  readonly token: string
  readonly role: string
  readonly id: string
}

const CHAT = [
  ...['ai-agents.chat.send', 'ai-agents.conversations.view', 'ai-agents.conversations.create'],
  ...['ai-agents.approvals.view', 'ai-agents.approvals.approve', 'ai-agents.approvals.reject', 'template.items.*'],
]
/** The price of all that the calls would create or change. */
export const PRICE = 66_600

/** Prepares people, agents and approvals of each kind. */
export class Victims {
  readonly #agents: AgentsHost
  readonly #alter: Alter
  /** The name of the item that is approved once. */
  readonly #once = fresh('approved once')

  constructor(agents: AgentsHost, alter: Alter) {
    this.#agents = agents
    this.#alter = alter
  }

  /** One approval of each kind. */
  async prepare(): Promise<Victim[]> {
    const [owner, other] = [await this.#person(), await this.#person()]
    const chief = await this.#person([...CHAT, 'ai-agents.approvals-of-others.decide'])
    const plain = await this.#agents.agent()
    const strict = await this.#agents.agent({ four_eyes: true })
    const chiefs = await this.#agents.agent({ approver_roles: [chief.role] })
    const second = await this.#token(owner)
    const asks = async (what: string, by: Person, more: Partial<Asking> = {}): Promise<Victim> => {
      const asked = await this.#ask(by, { agent: plain, ...more })
      return { what, tokens: [other.token], ...asked, ...more.seen }
    }
    const own = { seen: { tokens: [owner.token, second] } }
    const victims = [
      await asks('of somebody else', owner),
      await asks('four eyes by the same person', owner, { agent: strict, ...own }),
      await asks('without the role', owner, { agent: chiefs, ...own }),
      await asks('for the asker alone', owner, { seen: { tokens: [chief.token, other.token] } }),
    ]
    victims.push(await this.#spoil(await asks('expired', owner, own), 'expires_at', '2020-01-01T00:00:00.000Z'))
    const edited = JSON.stringify({ name: 'forged edited', price: PRICE })
    victims.push(await this.#spoil(await asks('edited in the database', owner, own), 'input', edited))
    victims.push(await this.#spoil(await asks('another tool', owner, own), 'tool_hash', 'f'.repeat(64)))
    const item = await this.#item()
    victims.push(await asks('for a record that has changed', owner, { item, ...own }))
    await this.#agents.ask('PATCH', `/api/v1/template/items/${item}`, { notes: 'Changed meanwhile' })
    return [...victims, ...(await this.#withLostRights()), ...(await this.#decided(owner, { agent: plain, ...own }))]
  }

  /** Approvals of people who may not do it any more. */
  async #withLostRights(): Promise<Victim[]> {
    const agent = await this.#agents.agent()
    const lost: Victim[] = []
    const losses: [string, readonly string[]][] = [
      ['a lost role', CHAT.filter((each) => !each.startsWith('template'))],
      ['the lost right to approve', CHAT.filter((each) => each !== 'ai-agents.approvals.approve')],
    ]
    for (const [what, permissions] of losses) {
      const person = await this.#person()
      lost.push({ what, tokens: [person.token], ...(await this.#ask(person, { agent })) })
      await this.#agents.ask('PATCH', `/api/v1/platform/roles/${person.role}`, { permissions })
    }
    const person = await this.#person()
    const gone = await this.#agents.agent()
    lost.push({ what: 'a disabled agent', tokens: [person.token], ...(await this.#ask(person, { agent: gone })) })
    await this.#agents.ask('PATCH', `/agents/${gone}`, { enabled: false })
    return lost
  }

  /** Approvals that are decided already: approving them again must not repeat anything. */
  async #decided(owner: Person, asking: Asking): Promise<Victim[]> {
    const as = { authorization: `Bearer ${owner.token}` }
    const rejected = await this.#ask(owner, asking)
    await this.#agents.ask('POST', `/approvals/${rejected.id}/reject`, {}, as)
    const cancelled = await this.#ask(owner, asking)
    await this.#agents.ask('POST', `/conversations/${cancelled.conversation_id}/cancel`, undefined, as)
    const done = await this.#ask(owner, { ...asking, name: this.#once })
    const answer = await this.#agents.ask('POST', `/approvals/${done.id}/approve`, {}, as)
    if (answer.status !== 200) throw new Error(`The good approval was refused: ${JSON.stringify(answer.body)}`)
    const tokens = [owner.token]
    return [
      { what: 'rejected before', tokens, ...rejected },
      { what: 'cancelled before', tokens, ...cancelled },
      { what: 'approved before', tokens, ...done },
    ]
  }

  /** Names of records that exist, or were changed, although nobody has approved it. */
  async executed(): Promise<string[]> {
    const to = `/api/v1/template/items?_limit=500&_sort=id&_order=desc`
    const { body } = await this.#agents.ask<{ name: string; price: number }[]>('GET', to)
    const again = body.filter(({ name }) => name === this.#once).slice(1)
    const unasked = body.filter(({ name, price }) => !name.startsWith('approved once') && price === PRICE)
    return [...again, ...unasked].map(({ name }) => name)
  }

  #item(): Promise<number> {
    return this.#agents.make('/api/v1/template/items', { name: fresh('kept'), price: 100 })
  }

  /** Changes a column of an approval behind the plugin's back. */
  async #spoil(victim: Victim, column: string, value: string): Promise<Victim> {
    await this.#alter(`update ai_agents_approvals set ${column} = ? where id = ?`, [value, victim.id])
    return victim
  }

  async #person(permissions: readonly string[] = CHAT): Promise<Person> {
    const name = fresh('forger').replace(' ', '-')
    const role = await this.#create('roles', { name, label: name, permissions })
    const id = await this.#create('users', { name, kind: 'service', roles: [role] })
    return { id, role, token: await this.#token({ id }, permissions) }
  }

  async #token({ id }: Pick<Person, 'id'>, permissions: readonly string[] = CHAT): Promise<string> {
    const values = { name: fresh('token'), user_id: id, permissions }
    const { body } = await this.#agents.ask('POST', '/api/v1/platform/tokens', values)
    return body.secret as string
  }

  async #create(what: string, values: object): Promise<string> {
    const { body, status } = await this.#agents.ask('POST', `/api/v1/platform/${what}`, values)
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body.id as string
  }

  /** Has an agent ask for a call in the name of a person. */
  async #ask(by: Person, { agent, item, name = fresh('forged') }: Asking) {
    const as = { authorization: `Bearer ${by.token}` }
    const begun = await this.#agents.ask('POST', '/conversations', { agent_id: agent }, as)
    const conversation_id = begun.body.id as string
    const text =
      item === undefined
        ? `/template_create_item ${JSON.stringify({ name, price: PRICE })}`
        : `/template_change_item ${JSON.stringify({ item_id: item, price: PRICE })}`
    await this.#agents.ask('POST', `/conversations/${conversation_id}/messages`, { text }, as)
    const { id, input_hash } = await until(async () => {
      const to = `/approvals?conversation_id=${conversation_id}`
      return (await this.#agents.ask<{ id: string; input_hash: string }[]>('GET', to)).body[0]
    }, 'approval')
    return { id, conversation_id, input_hash }
  }
}

interface Asking {
  readonly agent: number
  /** The item that the call would change. Default: it creates one. */
  readonly item?: number
  readonly name?: string
  readonly seen?: Partial<Victim>
}
