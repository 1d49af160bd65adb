import { presentRequest } from './request.ts'

/** Effects of a change on others, such as mails, which wait until the change can no longer be undone from its toast. */
export interface AfterUndo {
  /** The change. */
  readonly undo: string
  /** Whether it undoes a change that nobody outside has learned of; the jobs it adds are then dropped too. */
  isSilent: boolean
  /** Delay the added jobs that are not stored yet. Called if the change can be undone. */
  readonly holds: ((until: Date) => void)[]
}

const waiting = new WeakMap<object, AfterUndo>()

/** Collects the jobs that a request adds. */
export const gatherIn = (request: object, after: AfterUndo): void => void waiting.set(request, after)

export const afterUndoOf = (request: object): AfterUndo | undefined => waiting.get(request)

/** The jobs of the current request. Undefined if nobody can undo it. */
export function presentAfterUndo(): AfterUndo | undefined {
  const request = presentRequest()
  return request && waiting.get(request)
}
