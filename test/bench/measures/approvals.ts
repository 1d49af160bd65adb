import { setTimeout as pause } from 'node:timers/promises'
import { type MortalHosts, startMortalHosts } from '../../helpers/mortal-hosts.ts'
import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import { openOutside, type Outside } from '../agents/outside-plugin.ts'
import { atLeast, atMost, type Finding } from '../finding.ts'

const AGENTS = '/api/v1/ai-agents'
const ITEMS = '/api/v1/template/items'

/** Kills of each database, and calls that are approved around each of them. */
const KILLS = Number(process.env.ATRIUM_APPROVAL_KILLS ?? 20)
const CALLS = Number(process.env.ATRIUM_APPROVAL_CALLS ?? 50)

/** The longest time between two letters that are stamped instead of items that are created. */
const EVERY_STAMP = 4

/** Milliseconds after which a call that has not ended counts as lost. */
const PATIENCE = 120_000

/**
 * Approves calls, twice each, while hosts are killed. What is derived from an operation has to take effect once; a tool with a handler of
 * its own at most once, and whoever asked has to be told if nobody knows.
 */
export async function approvals(): Promise<Finding[]> {
  await using outside = await openOutside()
  const findings = await ordeal('SQLite', { outside, count: 1, database: { ATRIUM_SQLITE: 'sqlite3' } })
  for (const count of [1, 2]) {
    const cluster = await startPostgresCluster()
    const name = count === 1 ? 'PostgreSQL' : 'PostgreSQL and two hosts'
    try {
      findings.push(...(await ordeal(name, { outside, count, database: { DATABASE_URL: cluster.url } })))
    } finally {
      await cluster.remove()
    }
  }
  return findings
}

interface Where {
  readonly outside: Outside
  readonly count: number
  readonly database: Readonly<Record<string, string>>
}

/** How many calls of a round ended as they must not, and how many were not answered when the host was killed. */
interface Outcome {
  readonly wrong: number
  readonly between: number
  readonly unknown: number
}

async function ordeal(name: string, { outside, count, database }: Where): Promise<Finding[]> {
  const hosts = await startMortalHosts({ count, environment: { ...outside.environment, ...database } })
  try {
    const { id: credential_id } = await ask(hosts, `${AGENTS}/credentials`, { name: 'Offline', kind: 'offline' })
    const { id: agent_id } = await ask(hosts, `${AGENTS}/agents`, { name: 'Killed', credential_id })
    const rounds: Outcome[] = []
    for (let kill = 0; kill < KILLS; kill++)
      rounds.push(await round(hosts, { agent_id, outside, name: `${name} ${kill}` }))
    const sum = (what: keyof Outcome) => rounds.reduce((total, each) => total + each[what], 0)
    const note = `${KILLS * CALLS} approvals, two clicks each, ${hosts.kills} kills, ${sum('between')} calls under way`
    return [
      atMost(`calls not done once, ${name}`, sum('wrong'), { wanted: 0, digits: 0, note }),
      atLeast(`stamps whose outcome is unknown and told, ${name}`, sum('unknown'), { wanted: 0, digits: 0 }),
    ]
  } finally {
    await hosts.end()
  }
}

interface Round {
  readonly agent_id: unknown
  readonly outside: Outside
  /** Begins the names of the round. */
  readonly name: string
}

async function round(hosts: MortalHosts, { agent_id, outside, name }: Round): Promise<Outcome> {
  const calls = Array.from({ length: CALLS }, (_, at) => ({
    name: `${name}-${at}-`,
    tool: at % EVERY_STAMP === 0 ? 'outside_stamp' : 'template_create_item',
  }))
  const ids = await inPortions(calls, (call) => waitingFor(hosts, { agent_id, ...call }))
  let open = 0
  const clicks = ids.flatMap((id) => [approve(hosts, id), approve(hosts, id)])
  for (const click of clicks) {
    open++
    void click.then(() => open--)
  }
  await pause(Math.random() * 25 * CALLS)
  const between = open / 2
  await hosts.kill()
  await Promise.all(clicks)
  const ends = await Promise.all(ids.map((id) => ended(hosts, id)))
  const items = await read<{ name: string }[]>(hosts, `${ITEMS}?q=${encodeURIComponent(name)}&_limit=500`)
  const wrong = calls.filter((call, at) => {
    const done =
      call.tool === 'outside_stamp' ? outside.stamps(call.name) : items.filter((item) => item.name === call.name).length
    const isRight =
      call.tool === 'outside_stamp' && ends[at] === 'unknown' ? done <= 1 : ends[at] === 'done' && done === 1
    if (!isRight) console.log(`${call.tool} [${call.name}] is [${ends[at]}] and was done ${done} times.`)
    return !isRight
  })
  return { wrong: wrong.length, between: Math.round(between), unknown: ends.filter((end) => end === 'unknown').length }
}

/** Does something for each, ten at a time. */
async function inPortions<Value, Result>(values: readonly Value[], work: (value: Value) => Promise<Result>) {
  const results: Result[] = []
  for (let at = 0; at < values.length; at += 10)
    results.push(...(await Promise.all(values.slice(at, at + 10).map(work))))
  return results
}

/** Has the agent ask for a call. Returns the id of the approval. */
async function waitingFor(
  hosts: MortalHosts,
  { agent_id, tool, name }: { agent_id: unknown; tool: string; name: string },
): Promise<string> {
  const { id } = await ask(hosts, `${AGENTS}/conversations`, { agent_id })
  const to = `${AGENTS}/conversations/${String(id)}`
  const input = tool === 'outside_stamp' ? { name } : { name, price: 1 }
  await ask(hosts, `${to}/messages`, { text: `/${tool} ${JSON.stringify(input)}` })
  for (;;) {
    const { status } = await read<{ status: string }>(hosts, to)
    const [approval] = await read<{ id: string }[]>(hosts, `${AGENTS}/approvals?conversation_id=${String(id)}`)
    // Before that, a kill ends the answer, and with it the approval.
    if (approval && status === 'waiting') return approval.id
    // A machine that stalls for longer than a host holds a conversation interrupts its answer.
    if (status === 'idle') return waitingFor(hosts, { agent_id, tool, name })
    await pause(20)
  }
}

/** As a careful person does: once more if the connection broke. A refusal means that it is decided. */
async function approve(hosts: MortalHosts, id: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await pause(300)) {
    const answer = await hosts.request(`${AGENTS}/approvals/${id}/approve`, { method: 'POST' }).catch(() => undefined)
    if (answer && (answer.ok || answer.status === 409)) return
  }
}

/** How a call ended. */
async function ended(hosts: MortalHosts, id: string): Promise<string> {
  for (const end = Date.now() + PATIENCE; ; await pause(300)) {
    const answer = await hosts.request(`${AGENTS}/approvals/${id}`).catch(() => undefined)
    const { status } = answer?.ok ? ((await answer.json()) as { status: string }) : { status: 'pending' }
    if (!['pending', 'approved'].includes(status) || Date.now() > end) return status
  }
}

async function ask(hosts: MortalHosts, path: string, json: object): Promise<Record<string, unknown>> {
  const answer = await hosts.request(path, { method: 'POST', json })
  const body = (await answer.json()) as Record<string, unknown>
  if (body.retryable === true) return pause(500).then(() => ask(hosts, path, json))
  if (!answer.ok) throw new Error(`[${path}] answered ${answer.status}: ${JSON.stringify(body)}`)
  return body
}

async function read<Body>(hosts: MortalHosts, path: string): Promise<Body> {
  const answer = await hosts.request(path)
  if (!answer.ok) return pause(500).then(() => read<Body>(hosts, path))
  return (await answer.json()) as Body
}
