import { ApiError } from '@atrium/sdk'
import type { Principal } from './identity.ts'
import { preferenceColumns, type Preferences } from './preferences.ts'
import type { SignInParts } from './sign-in.ts'

/** What people may change about themselves. */
export interface OwnValues extends Partial<Preferences> {
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
  // The name is part of what is remembered of a caller.
  if (name === undefined) await users.changeOwn(id, columns)
  else await authority.change(() => users.changeOwn(id, columns))
}

const notAPerson = (id: string) =>
  new ApiError('permission_denied', {
    detail: `[${id}] is not a person and has no preferences. Sign in as the person whose preferences you want to change.`,
  })
