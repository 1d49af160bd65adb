import type { SessionInfo } from '@atrium/sdk/documents'
import type { Principal } from './identity.ts'
import { type Preferences, toPreferences } from './preferences.ts'
import type { Users } from './users.ts'

/** Describes the caller for the shell. Only people have `email`, `has_password` and `expires_at`, and not in a preview. */
export async function describeSession(caller: Principal, users: Users): Promise<SessionInfo> {
  const { id, kind, name, permissions, session, preview } = caller
  const user = kind === 'person' && !preview ? await users.find(id) : undefined
  return {
    id,
    kind,
    name,
    permissions: [...permissions],
    ...(user?.email != null && { email: user.email }),
    ...(user && { has_password: user.password_hash !== null }),
    ...(user && setPreferences(toPreferences(user))),
    ...(session && { expires_at: session.expires_at }),
    ...(preview && { preview: { kind: preview.kind, id: preview.id, by: preview.by.name } }),
  }
}

/** The preferences that the person has chosen. For the others, the shell asks the browser. */
function setPreferences(preferences: Preferences) {
  const chosen = Object.entries(preferences).filter(([, value]) => value !== null)
  return Object.fromEntries(chosen) as Partial<{ [Name in keyof Preferences]: NonNullable<Preferences[Name]> }>
}
