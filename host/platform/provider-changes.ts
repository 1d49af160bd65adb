import type { Database } from '../base/db/index.ts'
import type { UserRecord } from '../core/auth/index.ts'
import { noteOwnChange } from '../core/operations/index.ts'
import type { PersonChange } from '../core/sign-in/index.ts'
import { API_BASE } from './declare.ts'

const PEOPLE = `${API_BASE}/users`
const FIELDS = ['name', 'email', 'kind', 'roles'] as const satisfies readonly (keyof UserRecord)[]

/** Records in the audit log and in a person's history what an identity provider has changed, in the present transaction. */
export function noteProviderChange(database: Database, { by, before, after }: PersonChange): Promise<void> {
  const changed = FIELDS.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after[name]))
  const fields = changed.map((name) => [name, { ...(before && { from: before[name] }), to: after[name] }] as const)
  const change = before === undefined ? 'created' : 'updated'
  return noteOwnChange(database, {
    by,
    operation: before === undefined ? `POST ${PEOPLE}` : `PATCH ${PEOPLE}/{user_id}`,
    resource: PEOPLE,
    status: before === undefined ? 201 : 200,
    record: { table: 'platform_users', id: after.id, change, fields: Object.fromEntries(fields) },
  })
}
