import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from '../../log/index.ts'
import { WAIT_LIMIT } from '../wait-limit.ts'

const AGAIN_AFTER = 1_000

export interface ListenOptions {
  readonly url: string
  readonly channel: string
  /** Also called, without a word, after each (re)connection: what was said in between is lost. */
  readonly hear: (word: string) => void
  readonly log: Logger
}

/**
 * Listens to a channel of PostgreSQL's NOTIFY on a connection of its own, and again after every loss of it, until the returned
 * function is called.
 */
export function listen(options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController()
  const listening = listenAgainAndAgain(options, stopping.signal)
  return () => {
    stopping.abort()
    return listening
  }
}

async function listenAgainAndAgain(options: ListenOptions, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await listenOnce(options, stopping)
    } catch (err) {
      options.log.debug({ err, channel: options.channel }, 'the connection that listens to other hosts was lost')
    }
    await pause(AGAIN_AFTER, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}

/** Settles when the connection is over. */
async function listenOnce({ url, channel, hear }: ListenOptions, stopping: AbortSignal): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'atrium',
    connectionTimeoutMillis: WAIT_LIMIT,
    keepAlive: true,
  })
  const over = new Promise<void>((resolve, reject) => {
    client.once('end', resolve)
    client.on('error', reject)
    stopping.addEventListener('abort', () => resolve(), { once: true })
  })
  // Whoever waits for the connection sees its error; nobody may be waiting yet.
  over.catch(() => undefined)
  try {
    await client.connect()
    client.on('notification', ({ payload = '' }) => hear(payload))
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    hear('')
    await over
  } finally {
    await client.end().catch(() => undefined)
  }
}
