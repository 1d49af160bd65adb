import { ApiError } from '@atrium/sdk'
import type { SessionInfo } from '@atrium/sdk/documents'
import type { Preferences, Principal, Users } from '../auth/index.ts'
import { toPreferences, preferenceColumns } from '../auth/index.ts'
import type { SignInParts } from './sign-in.ts'

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

/** The values that people may change about themselves. */
interface OwnValues extends Partial<Preferences> {
  readonly name?: string | undefined
}

/** Changes a person's own name and preferences. @throws ApiError `validation_failed`, `permission_denied` for a program */
export async function changeOwn(
  { authority, users }: Pick<SignInParts, 'authority' | 'users'>,
  { id, kind }: Principal,
  { name, ...preferences }: OwnValues,
): Promise<void> {
  const columns = { ...(name !== undefined && { name: name.trim() }), ...preferenceColumns(preferences) }
  const isPerson = kind === 'person' && (await users.find(id)) !== undefined
  if (!isPerson) throw notAPerson(id)
  // The name is part of the cached caller.
  if (name === undefined) await users.changeOwn(id, columns)
  else await authority.change(() => users.changeOwn(id, columns))
}

const notAPerson = (id: string) =>
  new ApiError('permission_denied', {
    detail: `[${id}] is not a person and has no preferences. Sign in as the person whose preferences you want to change.`,
  })
