import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type MortalHosts, startMortalHosts } from '../../helpers/mortal-hosts.ts'
import { startPostgresCluster } from '../../helpers/postgres-cluster.ts'
import { until } from '../../helpers/until.ts'
import { type End, SignedInConnector } from '../agents/signed-in-connector.ts'
import { atMost, type Finding } from '../finding.ts'

const ROUNDS = Number(process.env.ATRIUM_REFRESH_ROUNDS ?? 10)
const KILLS = Number(process.env.ATRIUM_REFRESH_KILLS ?? 5)
/** Calls at the same time on each of the two hosts. */
const CALLS = Number(process.env.ATRIUM_REFRESH_CALLS ?? 25)

/**
 * Has agents on two hosts call a tool with a token that has ended. One request renews it for all. Then the host that renews it is killed
 * meanwhile: the calls of the other have to end.
 */
export async function refresh(): Promise<Finding[]> {
  const cluster = await startPostgresCluster()
  // Hosts on one database need one key to open what the others have sealed.
  const key = { ATRIUM_SECRET_KEY: randomBytes(32).toString('base64') }
  const environment = { DATABASE_URL: cluster.url, ATRIUM_EGRESS_ALLOW: '127.0.0.1', ...key }
  const hosts = await startMortalHosts({ count: 2, environment })
  try {
    await using connector = await SignedInConnector.open(hosts)
    return [...(await renewals(connector)), ...(await killed(connector, hosts))]
  } finally {
    await hosts.end()
    await cluster.remove()
  }
}

const onBoth = () => Array.from({ length: 2 * CALLS }, (_, at) => at % 2)

async function renewals(connector: SignedInConnector): Promise<Finding[]> {
  const requests: number[] = []
  let unanswered = 0
  let lost = 0
  for (let round = 0; round < ROUNDS; round++) {
    const chats = await connector.chats(onBoth())
    // The hosts know that a token has ended; that the server refuses one they learn from a 401.
    if (round % 2 === 0) await endToken(connector)
    else refuseToken(connector)
    const { server } = connector
    Object.assign(server, { delay: 1_000 })
    server.asked.length = 0
    const ends = await Promise.all(chats.map((chat) => connector.call(chat)))
    requests.push(renewalsOf(connector))
    unanswered += ends.filter(({ end }) => end !== 'ok').length
    server.delay = 0
    const [later] = await connector.chats([round % 2])
    if (later === undefined || (await connector.call(later)).end !== 'ok') lost++
    console.log(`Round ${round}: ${requests.at(-1)} requests, ${told(ends)}`)
  }
  const most = Math.max(...requests)
  const calls = `${ROUNDS} rounds of ${2 * CALLS} calls on two hosts`
  return [
    atMost('requests for a new token in a round, at most', most, { wanted: 1, digits: 0, note: calls }),
    atMost('requests for a new token, less one per round', sum(requests) - ROUNDS, { wanted: 0, digits: 0 }),
    atMost('calls that a renewal left without an answer', unanswered, { wanted: 0, digits: 0 }),
    atMost('connections lost by a renewal', lost, { wanted: 0, digits: 0 }),
  ]
}

/** Ends that a host which is not killed may tell, besides an answer. */
const CLEAR = new Set(['ok', 'connector_needs_reauth'])

async function killed(connector: SignedInConnector, hosts: MortalHosts): Promise<Finding[]> {
  let wrong = 0
  let lost = 0
  let longest = 0
  for (let round = 0; round < KILLS; round++) {
    if ((await connector.status()) !== 'connected') await connector.connect()
    const victim = hosts.kills % hosts.count
    const chats = await connector.chats(onBoth())
    refuseToken(connector)
    const { server } = connector
    server.delay = 1_000
    const begun = server.begun
    const first = chats.find(({ host }) => host === victim)
    const others = chats.filter((chat) => chat !== first)
    // The first call makes its host ask for the token. The others come while it waits.
    const calls = first === undefined ? [] : [connector.call(first)]
    await until('a request for a token', () => server.begun > begun)
    calls.push(...others.map((chat) => connector.call(chat)))
    await pause(400)
    await hosts.kill()
    const ends = await Promise.all(calls)
    server.delay = 0
    // A chat that the killed host ran is interrupted; one that did not reach it has not begun.
    const rest = ends.filter(({ end }) => end !== 'turn_interrupted' && end !== 'not sent')
    wrong += rest.filter(({ end }) => !CLEAR.has(end)).length
    longest = Math.max(longest, ...rest.map(({ seconds }) => seconds))
    if ((await connector.status()) !== 'connected') lost++
    console.log(`Kill ${round} of host ${victim}: ${told(ends)}, then [${await connector.status()}]`)
  }
  return [
    atMost('calls beside a killed host without a clear end', wrong, { wanted: 0, digits: 0, note: `${KILLS} kills` }),
    atMost('the longest of them', longest, { wanted: 60, unit: ' s', digits: 0 }),
    atMost('connections to be made again after a kill', lost, { wanted: KILLS, digits: 0, note: 'a known limit' }),
  ]
}

/** Gives the connector a token that lasts a second, and waits until it has ended. */
async function endToken(connector: SignedInConnector): Promise<void> {
  const { server } = connector
  server.lifetime = 1
  refuseToken(connector)
  const [chat] = await connector.chats([0])
  if (chat) await connector.call(chat)
  await pause(1_200)
  server.lifetime = 3_600
}

function refuseToken({ server: { issued, refused } }: SignedInConnector): void {
  for (const each of issued) refused.add(each)
}

const renewalsOf = ({ server }: SignedInConnector) =>
  server.asked.filter((each) => each.get('grant_type') === 'refresh_token').length

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0)

/** How often each end came about, and after how long the last. */
function told(ends: readonly End[]): string {
  const counts = new Map<string, number>()
  for (const { end } of ends) counts.set(end, (counts.get(end) ?? 0) + 1)
  const longest = Math.max(...ends.map(({ seconds }) => seconds))
  return `${[...counts].map(([end, count]) => `${count} ${end}`).join(', ')} within ${longest.toFixed(1)} s`
}
