import type { PluginContext } from '@atrium/sdk'

/** The ids of the roles that somebody holds at present. Callers without an account, such as the host's own token, hold none. */
export async function rolesOf(person_id: string, { call }: Pick<PluginContext, 'call'>): Promise<readonly string[]> {
  const path = `/api/v1/platform/users/${encodeURIComponent(person_id)}`
  try {
    const user = (await call('GET', path, { on_own_account: true })) as { roles?: readonly string[] }
    return user.roles ?? []
  } catch {
    return []
  }
}
