import type { Query, QueryClient } from '@tanstack/react-query'
import { quietReads } from '../api/quiet-reads.ts'
import { dataPath } from '../api/records.ts'
import type { Frame } from './frame.ts'
import { pauseAfter } from './pause-after.ts'
import { followPointer, showQuietly } from './show-quietly.ts'

/**
 * Data older than this many milliseconds when its path is first watched is reread, because its changes were not followed until then. Of
 * younger data, the host says what may have changed.
 */
const UNWATCHED = 1_000

/** The paths that the host accepts. */
const WATCHABLE = /^\/api\/v1\/[^?#\s]{1,400}$/

/** The most paths that the host watches for one connection. */
const MOST_PATHS = 100

/** Keeps the records and figures on screen up to date. */
interface RecordsWatch {
  hear: (frame: Frame) => void
  /** The connection is lost: changes are read when there is a new one. */
  lose: () => void
  stop: () => void
}

/**
 * Tells the host which paths the screen shows, and rereads those that have changed. A hidden tab reads nothing: it rereads everything once
 * it is visible, as the cache does each time the window regains the focus.
 * @param send asks the host to watch these paths instead of others; returns whether there is a connection
 */
export function watchRecords(queryClient: QueryClient, send: (paths: string[]) => boolean): RecordsWatch {
  const cache = queryClient.getQueryCache()
  /** The hashes of the queries that are being read, and of the queries that changed during the read. */
  const [reading, again] = [new Set<string>(), new Set<string>()]
  let sent: readonly string[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let [isReady, wasLost] = [false, false]

  const shown = () => cache.getAll().filter((query) => query.isActive() && dataPath(query.queryKey) !== undefined)

  function tell(): void {
    timer = undefined
    const known = shown().map(({ queryKey }) => dataPath(queryKey) ?? '')
    const paths = [...new Set(known)]
      .filter((path) => WATCHABLE.test(path))
      .sort()
      .slice(0, MOST_PATHS)
    if (!isReady || paths.join(' ') === sent.join(' ') || !send(paths)) return
    const former = new Set(sent)
    sent = paths
    readAgain(shown().filter((query) => !former.has(dataPath(query.queryKey) ?? '') && isOld(query)))
  }

  function readAgain(queries: readonly Query[]): void {
    if (document.hidden) return
    for (const query of queries) {
      if (reading.has(query.queryHash)) again.add(query.queryHash)
      else void read(query)
    }
  }

  /** If a query changes while it is read, it is read again afterwards, because the answer under way may be older. */
  async function read(query: Query): Promise<void> {
    const { queryHash, queryKey } = query
    reading.add(queryHash)
    if (query.state.data === undefined) again.add(queryHash)
    let reads = 0
    do {
      // Data that a person's own action makes the shell reread is shown at once.
      if (query.state.fetchStatus !== 'fetching') quietReads.set(queryHash, showQuietly)
      await queryClient.refetchQueries({ queryKey, exact: true, type: 'active' })
      quietReads.delete(queryHash)
      await new Promise((resolve) => setTimeout(resolve, pauseAfter((reads += 1), queryKey)))
    } while (again.delete(queryHash) && !document.hidden)
    reading.delete(queryHash)
  }

  const unfollow = followPointer()
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'observerAdded' || type === 'observerRemoved' || type === 'observerOptionsUpdated')
      timer ??= setTimeout(tell)
  })

  return {
    hear: ({ type, payload }) => {
      if (type === 'records.changed')
        readAgain(shown().filter(({ queryKey }) => payload.paths.includes(dataPath(queryKey) ?? '')))
      if (type !== 'subscribed') return
      isReady = true
      tell()
      if (wasLost) readAgain(shown())
      wasLost = false
    },
    lose: () => {
      isReady = false
      wasLost = true
      sent = []
    },
    stop: () => {
      unsubscribe()
      unfollow()
      clearTimeout(timer)
    },
  }
}

const isOld = ({ state: { dataUpdatedAt, fetchStatus } }: Query) =>
  fetchStatus === 'idle' && dataUpdatedAt > 0 && Date.now() - dataUpdatedAt > UNWATCHED
