import type { DiagnosticPlace, Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../../base/errors/index.ts'

const NAMES: Readonly<Record<Leftover['kind'], string>> = {
  timeout: 'setTimeout',
  interval: 'setInterval',
  immediate: 'setImmediate',
  fetch: 'fetch',
  server: 'a server',
  socket: 'a socket',
  watcher: 'a watch of files',
  process: 'a child process',
  worker: 'a worker',
  listener: 'a listener on process',
}

/** Reports work that a generation left running, whether the host could end it, and the author's line. */
export function leftoverDiagnostic({ kind, name, isStopped, where }: Leftover): Diagnostic {
  const what = name === undefined ? NAMES[kind] : `${NAMES[kind]}: ${name}`
  return diagnose('leftover_work', {
    message: `A former generation left behind [${what}], which ${isStopped ? 'the host has ended' : 'goes on'}.`,
    ...(where && { where }),
    ...(!isStopped && { fix: 'Close it in `on_dispose`. It stays open until the host is restarted.' }),
  })
}

/** Work started through the plugin's own globals. The host can stop it. */
export type WorkKind = 'timeout' | 'interval' | 'immediate' | 'fetch'

/** Resources that stay open in the process until they are closed. */
export type ResourceKind = 'server' | 'socket' | 'watcher' | 'process' | 'worker' | 'listener'

/** Work that a generation had started and not ended when it was disposed of, and the author's line that started it. */
export interface Leftover {
  kind: WorkKind | ResourceKind
  /** The event of a listener. */
  name?: string
  /** Whether the host has ended it. */
  isStopped: boolean
  where?: DiagnosticPlace
}
