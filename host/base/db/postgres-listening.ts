import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { HostLogger } from '../log/index.ts'
import { WAIT_LIMIT } from './knex-connections.ts'

/** Milliseconds before a lost connection is opened again. */
const RECONNECT_AFTER = 500

/** Milliseconds between two questions on a connection that listens, and for the answer: a cut without a word is noticed within 4 s. */
const ASK_EVERY = 2_000
const ANSWER_WITHIN = 2_000

interface ListenOptions {
  readonly url: string
  readonly channel: string
  /** Also called with an empty word after each (re)connection, because messages in between are lost. */
  readonly hear: (word: string) => void
  readonly log: HostLogger
}

/**
 * Listens to a NOTIFY channel on a separate connection, and reconnects after each loss, until the returned function is called.
 */
export function listen(options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController()
  const listening = keepListening(options, stopping.signal)
  return () => {
    stopping.abort()
    return listening
  }
}

async function keepListening(options: ListenOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await listenOnce(options, stopping)
    } catch (err) {
      options.log.debug('the connection that listens to other hosts was lost', { err, channel: options.channel })
    }
    await pause(RECONNECT_AFTER, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}

/** Settles when the connection ends. */
async function listenOnce({ url, channel, hear }: ListenOptions, stopping: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'atrium',
    connectionTimeoutMillis: WAIT_LIMIT,
    query_timeout: ANSWER_WITHIN,
    keepAlive: true,
  })
  const ended = new AbortController()
  const over = new Promise<void>((resolve, reject) => {
    client.once('end', resolve)
    client.on('error', reject)
    stopping.addEventListener('abort', () => resolve(), { once: true, signal: ended.signal })
  })
  // Nobody may be awaiting it yet, so its error must not count as unhandled.
  over.catch(() => undefined)
  try {
    await client.connect()
    client.on('notification', ({ payload = '' }) => hear(payload))
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    hear('')
    await Promise.race([over, keepAsking(client, ended.signal)])
  } finally {
    ended.abort()
    await client.end().catch(() => undefined)
  }
}

/**
 * Rejects when the server no longer answers: a connection that the network has cut without a word is as quiet as one that waits. Nothing
 * of a question is kept, because a connection listens for months.
 */
async function keepAsking(client: pg.Client, over: AbortSignal): Promise<never> {
  for (;;) {
    await pause(ASK_EVERY, undefined, { signal: over, ref: false })
    await client.query('select 1')
  }
}
