import type { DiagnosticPlace } from '@atrium/sdk/documents'

/** What the plugin's own globals start: it can be stopped from outside. */
export type WorkKind = 'timeout' | 'interval' | 'immediate' | 'fetch'

/** What stays open in the process until somebody closes it. */
export type ResourceKind = 'server' | 'socket' | 'watcher' | 'process' | 'worker' | 'listener'

/** What a generation had started and not ended when it was disposed, and the author's line that started it. */
export interface Leftover {
  kind: WorkKind | ResourceKind
  /** The event, of a listener. */
  name?: string
  /** Nothing is left of it now. */
  isStopped: boolean
  where?: DiagnosticPlace
}
