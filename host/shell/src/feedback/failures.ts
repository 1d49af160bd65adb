import { useSyncExternalStore } from 'react'

/** A failure that a toast has shown in this tab. */
export interface Failure {
  readonly id: number
  readonly message: string
  readonly at: Date
}

/** More are forgotten, the oldest first. */
const MOST = 20

let failures: readonly Failure[] = []
let count = 0
const listeners = new Set<() => void>()

function change(next: readonly Failure[]): void {
  failures = next
  for (const tell of listeners) tell()
}

/** Keeps a failure in the memory of the tab, because its toast disappears by itself. */
export const rememberFailure = (message: string): void =>
  change([{ id: (count += 1), message, at: new Date() }, ...failures].slice(0, MOST))

/** Forgets the failures of this tab. */
export const forgetFailures = (): void => change([])

/** The failures of this tab, the latest first. */
export const useFailures = (): readonly Failure[] => useSyncExternalStore(subscribe, () => failures)

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
