import { DatabaseError } from '../../base/db/index.ts'
import { CommandFailed } from '../command-failed.ts'

/** What to throw for what kept a database from being opened: a host that was not found has it open after all, or something else. */
export const explainInUse =
  (dataDir: string) =>
  (error: unknown): never => {
    throw error instanceof DatabaseError && error.code === 'database_in_use' ? notFound(dataDir, error) : error
  }

/** It is starting just now, or could not write its file. */
const notFound = (dataDir: string, cause: unknown) =>
  new CommandFailed('host_not_found', {
    message: `A host runs on the data directory [${dataDir}], but its host.json does not say where it listens.`,
    fix: 'If it is just starting, try again in a moment; else name it by --url and --token.',
    cause,
  })
