import type { Action, BulkAction } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isOver, openBulkOptions } from '../api/bulk.ts'
import { t, tn } from '../language/t.ts'
import { formatCount } from '../values/person-formats.ts'

/** An action on many records that continues in the background. */
export interface FollowedAction {
  id: number
  label: string
  /** The text from the declaration of the action. */
  done?: string | undefined
}

/** The background actions that a screen follows: those that it started, and those that were already running. */
export interface BackgroundActions {
  all: readonly FollowedAction[]
  follow: (action: Action, started: BulkAction) => void
  /** Stops showing an action. */
  leave: (id: number) => void
}

/**
 * Follows the actions of a screen.
 * @param options.isReady whether to look for running actions; the initial data of the screen has priority
 */
export function useBackgroundActions(actions: readonly Action[], { isReady }: { isReady: boolean }): BackgroundActions {
  const bulk = actions.filter(({ kind }) => kind === 'bulk')
  // Only the host knows the records of such a route.
  const paths = bulk.map(({ path }) => path).filter((path) => !path.includes('{'))
  const { data: open = [] } = useQuery({ ...openBulkOptions(paths), enabled: isReady && paths.length > 0 })
  const [started, setStarted] = useState<readonly FollowedAction[]>([])
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const found = open.filter((each) => !isOver(each)).map((each) => ({ id: each.id, ...wordsOf(each, bulk) }))
  const known = new Map([...found, ...started].map((each) => [each.id, each]))

  return {
    all: [...known.values()].filter(({ id }) => !left.has(id)),
    follow: ({ label, done }, { id }) => setStarted((before) => [...before, { id, label, done }]),
    leave: (id) => setLeft((before) => new Set([...before, id])),
  }
}

function wordsOf({ operation }: BulkAction, bulk: readonly Action[]): Pick<FollowedAction, 'label' | 'done'> {
  const { label = operation, done } = bulk.find(({ path }) => operation === `POST ${path}`) ?? {}
  return { label, done }
}

/** Whether the host's answer is an action that continues in the background. */
export function isBulkAction(answer: unknown): answer is BulkAction {
  return typeof answer === 'object' && answer !== null && 'state' in answer && 'total' in answer && 'done' in answer
}

/** The progress of an action: `1,200 of 48,000, 3 refused`. */
export function progressText({ state, total, done, failed }: BulkAction): string {
  const tried = done + failed
  if (state === 'waiting' && tried === 0)
    return tn('Waiting to change {count} record', 'Waiting to change {count} records', total)
  return [
    t('{count} of {total}', { count: formatCount(tried), total: formatCount(total) }),
    ...(failed === 0 ? [] : [t('{count} refused', { count: formatCount(failed) })]),
    ...(state === 'waiting' ? [t('waiting')] : []),
  ].join(', ')
}
