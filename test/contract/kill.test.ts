import { expect } from 'chai'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Problem } from '@atrium/sdk/documents'
import { buildPackages } from '../../host/launch/build-packages.mjs'
import { root } from '../../host/launch/root.mjs'
import { startChildHost } from '../helpers/child-host.ts'
import { createPostgresDatabase } from '../helpers/databases.ts'
import { findFreePort } from '../helpers/find-free-port.ts'
import type { Child } from '../helpers/run-child.ts'
import { createTestDirectory } from '../helpers/test-directory.ts'
import { ITEMS, read, TEMPLATE } from './template-host.ts'
import type { Answer, Item } from './template-host.ts'

const KEYS = 1_000
const CALLERS = 5
const KILLS = 20
/** How many keys are under way at a time, each with all its callers. */
const AT_ONCE = 20
/** Answers between one kill and the next; the last comes when all are answered. */
const DISTANCE = (KEYS * CALLERS) / KILLS
const TOKEN = 'a-token-for-tests-that-may-do-everything'

describe('A host that is killed 20 times', function () {
  this.timeout(120_000)
  before('build it', () => buildPackages(root))

  const databases: [name: string, environment: () => Promise<Record<string, string>>][] = [
    ['sqlite3', async () => ({ ATRIUM_SQLITE: 'sqlite3' })],
    ['prebuilt', async () => ({ ATRIUM_SQLITE: 'prebuilt' })],
    ['postgres', async () => ({ DATABASE_URL: await createPostgresDatabase() })],
  ]
  for (const [name, environment] of databases) {
    it(`makes each of 1,000 items once, though 5 callers ask for it until they are answered, on ${name}`, async () => {
      const { directory, remove } = await createTestDirectory()
      const host = await createMortalHost({ ATRIUM_DATA_DIR: directory, ...(await environment()) })
      try {
        const answers = await askAll(host)
        for (const [key, ids] of answers) expect(new Set(ids).size, key).to.equal(1)
        const kept = await ask(host.url)
        expect(kept.headers.get('x-total-count')).to.equal(String(KEYS))
        expect(new Set([...answers.values()].flat()).size).to.equal(KEYS)
        expect(host.kills).to.equal(KILLS)
      } finally {
        await host.end()
        await remove()
      }
    })
  }
})

/** A host in a process of its own that is killed and comes back at the same address. */
interface MortalHost {
  /** Of its items. */
  readonly url: string
  readonly kills: number
  /** Kills it, and resolves when it is back and ready. */
  kill(): Promise<void>
  end(): Promise<void>
}

async function createMortalHost(environment: Record<string, string>): Promise<MortalHost> {
  const port = await findFreePort()
  const start = () =>
    startChildHost({
      ...environment,
      PORT: String(port),
      ATRIUM_ADMIN_TOKEN: TOKEN,
      ATRIUM_PLUGINS: dirname(TEMPLATE),
    })
  let child: Child = await start()
  let kills = 0
  return {
    url: `http://127.0.0.1:${port}${ITEMS}`,
    get kills() {
      return kills
    },
    kill: async () => {
      kills += 1
      await child.kill()
      child = await start()
    },
    end: () => child.kill(),
  }
}

/** Has every key asked for by all its callers and kills the host at even distances meanwhile. Returns the ids answered by key. */
async function askAll(host: MortalHost): Promise<Map<string, number[]>> {
  const answers = new Map<string, number[]>()
  const waiting = Array.from({ length: KEYS }, (_, index) => `key-${index}`).values()
  const giveUp = new AbortController()
  let answered = 0
  let back = Promise.resolve()
  const ask = async (key: string) => {
    const id = await postUntilAnswered(key, { url: host.url, signal: giveUp.signal })
    answered += 1
    if (answered % DISTANCE === 0) kill()
    return id
  }
  const kill = () => {
    back = back.then(() => host.kill())
    // A host that does not come back is the end of it.
    back.catch(() => giveUp.abort())
  }
  const lane = async () => {
    for (const key of waiting) answers.set(key, await Promise.all(Array.from({ length: CALLERS }, () => ask(key))))
  }
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  } finally {
    giveUp.abort()
    await back
  }
  return answers
}

/** Sends the same request again and again, as a careful program does, until it is answered 201. */
async function postUntilAnswered(key: string, { url, signal }: { url: string; signal: AbortSignal }): Promise<number> {
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: `Item of ${key}`, price: 100 })
  while (!signal.aborted) {
    const answer = await ask(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (answer?.status === 201) return (answer.body as Item).id
    if (answer && !(answer.body as Problem).retryable)
      throw new Error(`[${key}] was told ${JSON.stringify(answer.body)}`)
    await pause(100)
  }
  throw new Error(`[${key}] was given up.`)
}

async function ask(url: string, { headers, ...init }: RequestInit = {}): Promise<Answer<unknown>> {
  return read(await fetch(url, { ...init, headers: { ...headers, authorization: `Bearer ${TOKEN}` } }))
}
