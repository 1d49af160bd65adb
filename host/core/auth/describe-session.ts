import type { SessionInfo } from '@atrium/sdk/documents'
import type { Principal } from './identity.ts'
import type { Users } from './users.ts'

/** Describes the caller for the shell. Only people have `email`, `has_password` and `expires_at`. */
export async function describeSession(caller: Principal, users: Users): Promise<SessionInfo> {
  const { id, kind, name, permissions, session } = caller
  const user = kind === 'person' ? await users.find(id) : undefined
  return {
    id,
    kind,
    name,
    permissions: [...permissions],
    ...(user?.email != null && { email: user.email }),
    ...(user && { has_password: user.password_hash !== null }),
    ...(session && { expires_at: session.expires_at }),
  }
}
