import { createAuth, authMigrations } from '../../../host/core/auth/index.ts'
import { createPrincipal } from '../../../host/core/auth/identity.ts'
import type { RoleRecord, RoleValues } from '../../../host/core/auth/roles.ts'
import { type Database, migrate, openDatabase } from '../../../host/base/db/index.ts'
import { silentLogger } from '../../../host/base/log/index.ts'

/** A person of these tests, with a token that may do all that the person may. */
export interface TestPerson {
  readonly id: string
  readonly token: string
}

/** Writes people and roles into the database of a host. */
export interface TestPeople {
  role(values: RoleValues): Promise<RoleRecord>
  /** @param roles ids */
  person(name: string, roles: readonly string[], attributes?: Record<string, string[]>): Promise<TestPerson>
  disable(id: string): Promise<void>
  change(role: string, permissions: string[]): Promise<void>
  readonly database: Database
  close(): Promise<void>
}

/** Opens the database of a host, beside the host. On SQLite, before the host starts. */
export async function openPeople(storage: { dataDir: string; url?: string }): Promise<TestPeople> {
  const database = await openDatabase(storage)
  await migrate({ database, owner: 'platform', migrations: authMigrations })
  const auth = await createAuth({ database, log: silentLogger })
  const by = createPrincipal({ id: 'test', kind: 'token', name: 'Test', permissions: ['*'] })
  return {
    database,
    role: (values) => auth.roles.create(values, { by }),
    person: async (name, roles, attributes = {}) => {
      const { id } = await auth.users.create({ name, kind: 'service', roles, attributes }, { by })
      const held = await Promise.all(roles.map((role) => auth.roles.get(role)))
      const permissions = [...new Set(held.flatMap((role) => role.permissions))]
      const { secret } = await auth.tokens.create({ name: 'Test', user_id: id, permissions }, { by })
      return { id, token: secret }
    },
    disable: async (id) => void (await auth.users.update(id, { disabled: true }, { by })),
    change: async (role, permissions) => void (await auth.roles.update(role, { permissions }, { by })),
    close: async () => {
      await auth.close()
      await database.close()
    },
  }
}
