import type { HostOptions } from '../config/index.ts'

/** The host that is backed up or restored, and the running version of Atrium. */
export interface BackupPlace extends Pick<HostOptions, 'dataDir' | 'databaseUrl' | 'sqlite' | 's3' | 'secretKeys'> {
  readonly version: string
}
