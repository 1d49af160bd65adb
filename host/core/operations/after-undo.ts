import { presentRequest } from './request.ts'

/** What a change adds for others, such as mails, and that waits until the change can no longer be undone from its toast. */
export interface AfterUndo {
  /** The change. */
  readonly undo: string
  /** Whether it undoes a change of which nobody outside has learned. What it adds is dropped as well. */
  isSilent: boolean
  /** Makes what was added wait, unless it is stored already. Called if the change can be undone. */
  readonly holds: ((until: Date) => void)[]
}

const waiting = new WeakMap<object, AfterUndo>()

/** Gathers what a request adds. */
export const gatherIn = (request: object, after: AfterUndo): void => void waiting.set(request, after)

export const afterUndoOf = (request: object): AfterUndo | undefined => waiting.get(request)

/** What the present request adds. Undefined if nobody can undo it. */
export function presentAfterUndo(): AfterUndo | undefined {
  const request = presentRequest()
  return request && waiting.get(request)
}
