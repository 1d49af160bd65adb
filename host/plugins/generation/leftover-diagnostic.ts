import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { Leftover } from './tracking/leftover.ts'

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

/** Says what a generation left behind when it was disposed of, whether the host could end it, and the author's line. */
export function leftoverDiagnostic({ kind, name, isStopped, where }: Leftover): Diagnostic {
  const what = name === undefined ? NAMES[kind] : `${NAMES[kind]}: ${name}`
  return diagnose('leftover_work', {
    message: `A former generation left behind [${what}], which ${isStopped ? 'the host has ended' : 'goes on'}.`,
    ...(where && { where }),
    ...(!isStopped && { fix: 'Close it in `on_dispose`. What is open now stays so until the host is restarted.' }),
  })
}
