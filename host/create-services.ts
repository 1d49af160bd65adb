import { otherHolder } from './base/db/index.ts'
import type { FileRoom } from './base/files/index.ts'
import type { KeyRing } from './base/secrets/index.ts'
import type { JobRoom } from './core/jobs/index.ts'
import { presentStatements } from './core/operations/index.ts'
import type { HostLogger } from './base/log/index.ts'
import type { DoorParts } from './open-doors.ts'
import { Contributions, type HostServices } from './plugins/index.ts'

/** Makes the services that plugins get in their context, apart from calls and WebSockets. */
export function createServices({ registries, database, jobs, files, keys, log }: ServiceParts) {
  const titleOf = (plugin: string) => registries.plugins.get(plugin)?.title ?? plugin
  const withholdOf = (plugin: string) => registries.withholdOf(plugin)
  return {
    dbFor: (gate, owner) =>
      database.guardedContext({ gate, made: presentStatements, others: otherHolder(owner, registries.plugins) }),
    logFor: (plugin: string) => log.child({ plugin }),
    secrets: keys,
    filesFor: files.filesFor,
    jobs: jobs.queue,
    events: jobs.events,
    contributions: new Contributions({ database, log, findings: registries.findings, titleOf, withholdOf }),
  } satisfies Partial<HostServices>
}

type ServiceParts = Pick<DoorParts, 'registries' | 'database'> & {
  jobs: JobRoom
  files: FileRoom
  keys: KeyRing
  log: HostLogger
}
