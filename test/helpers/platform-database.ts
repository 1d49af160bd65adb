import { platformMigrations } from '../../host/open-storage.ts'
import { createPostgresDatabase } from './databases.ts'

/**
 * A PostgreSQL database with the platform's tables, for a host, dropped at the end of the file. That a host makes them itself in an empty
 * database is tested where hosts are killed (`test/contract/kill.test.ts`).
 */
export const createPlatformDatabase = (): Promise<string> => createPostgresDatabase(platformMigrations)
