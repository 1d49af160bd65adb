import { useEffect } from 'react'
import { markRead } from './notifications.ts'

/** Milliseconds for which work counts as watched after its end, until the notification of it has arrived. */
const AFTER_END = 5_000

/** The paths of the records of background work whose progress is on screen, with the number of places that show it. */
const watched = new Map<string, number>()

/** Whether the progress of background work is on screen, or was until a moment ago: its end needs no toast. */
export const isWatched = (path: string): boolean => watched.has(path)

function watch(path: string): () => void {
  watched.set(path, (watched.get(path) ?? 0) + 1)
  return () => setTimeout(() => leave(path), AFTER_END)
}

function leave(path: string): void {
  const places = (watched.get(path) ?? 0) - 1
  if (places > 0) watched.set(path, places)
  else watched.delete(path)
}

/** Notes that the progress of background work is on screen. If somebody sees its end, the notification of it is marked as read. */
export function useWatchedWork(path: string, isOver: boolean): void {
  useEffect(() => watch(path), [path])
  useEffect(() => {
    // Without a connection, the notification stays unread, which does no harm.
    if (isOver && !document.hidden) void markRead({ key: path }).catch(() => undefined)
  }, [path, isOver])
}
