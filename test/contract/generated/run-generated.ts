import { seeded_random } from '@atrium/sdk/host'
import { type Answered, createCheckAnswer } from './answer-checker.ts'
import { connect } from './connection.ts'
import type { Description, Target } from './description.ts'
import { targetsOf } from './description.ts'
import type { GeneratedRequest } from './random-request.ts'
import { randomRequest } from './random-request.ts'
import { SeenRecords } from './seen-records.ts'

export interface GeneratedOptions {
  readonly url: string
  readonly token: string
  readonly seed: number
  readonly count: number
  /** How many requests run at the same time. Default 8. */
  readonly together?: number
  /** Ends the run early. */
  readonly until?: () => boolean
  /** Called after each 50,000 requests. */
  readonly onProgress?: (outcome: GeneratedOutcome) => void
  /** Told of each 5xx and of each slow answer, with its request. */
  readonly onTrouble?: (trouble: string) => void
}

export interface GeneratedOutcome {
  readonly sent: number
  /** The number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>
  /** The operations that succeeded at least once, and how many there are for a program: those of signing in need a person. */
  readonly succeeded: ReadonlySet<string>
  readonly operations: number
  /** What is wrong, with the request; at most one for each operation and kind of error. */
  readonly failures: readonly string[]
  /** The slowest answer, in milliseconds. */
  readonly slowest: number
}

/** Milliseconds. */
const SLOW = 3_000

/** How often a request is sent for which the database was too busy. */
const MOST_TRIES = 5

/** Sends random requests of every operation that a host describes, and checks each answer against the description. */
export async function runGenerated(options: GeneratedOptions): Promise<GeneratedOutcome> {
  const { url, token, seed, count, together = 8, until = () => false, onProgress, onTrouble } = options
  const description = await readDescription(url, token)
  const targets = targetsOf(description).filter(isSafe)
  const check = createCheckAnswer(description)
  const connection = connect(url, { together })
  const seen = new SeenRecords()
  const statuses: Record<number, number> = {}
  const failures = new Map<string, string>()
  const succeeded = new Set<string>()
  let sent = 0
  let slowest = 0
  const outcome = () => ({
    sent,
    statuses,
    succeeded,
    operations: targets.filter(({ path }) => !path.startsWith('/api/v1/auth/')).length,
    failures: [...failures.values()],
    slowest,
  })

  async function worker(): Promise<void> {
    while (sent < count && !until()) {
      const random = seeded_random(seed * 1_000_003 + sent)
      const number = (sent += 1)
      const target = random.pick(targets)
      await send(randomRequest(target, { random, description, seen, token }))
      if (number % 50_000 === 0) onProgress?.(outcome())
    }
  }

  async function send(request: GeneratedRequest): Promise<void> {
    const { target, path } = request
    const begun = performance.now()
    try {
      const answered = await answerOf(request)
      const took = performance.now() - begun
      slowest = Math.max(slowest, took)
      const { status, headers, text } = answered
      if (status >= 500 || took > SLOW) onTrouble?.(`${status} after ${Math.round(took)} ms: ${printed(request)}`)
      statuses[status] = (statuses[status] ?? 0) + 1
      const wrong = check(target, answered)
      if (wrong !== undefined) return fail(request, wrong)
      if (status >= 300) return
      succeeded.add(target.operationId)
      const isJson = headers['content-type']?.startsWith('application/json')
      if (isJson) seen.note(path.split('?')[0] ?? '', { body: JSON.parse(text), etag: headers.etag })
    } catch (error) {
      fail(request, `has no answer: ${String(error)}`)
    }
  }

  /** On a machine that is busy with other things, a change may wait for too long. It is sent again then, as its sender is asked to. */
  async function answerOf(request: GeneratedRequest): Promise<Answered> {
    for (let tries = 1; ; tries += 1) {
      const answered = await connection.send(request)
      if (!isBusy(answered) || tries === MOST_TRIES) return answered
      onTrouble?.(`503 database_busy: ${printed(request)}`)
    }
  }

  function fail(request: GeneratedRequest, wrong: string): void {
    const { operationId } = request.target
    const key = `${operationId} ${wrong.slice(0, 40)}`
    if (!failures.has(key)) failures.set(key, `${operationId} ${wrong}\n  ${printed(request)}`)
  }

  try {
    await Promise.all(Array.from({ length: together }, worker))
  } finally {
    connection.close()
  }
  return outcome()
}

const isBusy = ({ status, text }: Answered) => status === 503 && text.includes('"code":"database_busy"')

async function readDescription(url: string, token: string): Promise<Description> {
  const response = await fetch(`${url}/api/v1/openapi.json`, { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()) as Description
}

/**
 * Streams never end, a password is hashed slowly on purpose, and operations that stop, empty or change a plugin would
 * take the other requests their targets. The test and the models of a credential ask a provider on the internet.
 */
const isSafe = ({ method, path }: Target) =>
  !/^\/api\/v1\/(mcp|ws|auth\/(password|sessions)|ai-agents\/credentials\/[^/]+\/(test|models))/.test(path) &&
  !(method !== 'GET' && path.startsWith('/api/v1/plugins'))

function printed({ target: { method }, path, headers, body }: GeneratedRequest): string {
  const { authorization: _, ...shown } = headers
  const sent =
    body instanceof FormData
      ? [...body].map(([name, value]) => [name, typeof value === 'string' ? value : `file ${value.size}`])
      : body
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(shown)} ${JSON.stringify(sent)?.slice(0, 1_000) ?? ''}`
}
