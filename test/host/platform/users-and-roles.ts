import type { TestHost } from '../../../host/testing/index.ts'

/** Creates roles, and people who hold them, by name. The built-in roles are known by their own names. */
export async function createUsersAndRoles(
  host: TestHost,
  given: { roles: readonly { name: string }[]; people: Readonly<Record<string, readonly string[]>> },
): Promise<{ roles: Record<string, string>; people: Record<string, string> }> {
  const create = async (to: string, json: object) => {
    const response = await host.request(`/api/v1/platform/${to}`, { method: 'POST', json })
    const { id } = (await response.json()) as { id: string }
    return id
  }
  const roles: Record<string, string> = {}
  for (const role of given.roles) roles[role.name] = await create('roles', role)
  const people: Record<string, string> = {}
  for (const [name, held] of Object.entries(given.people))
    people[name] = await create('users', { name, roles: held.map((each) => roles[each] ?? each) })
  return { roles, people }
}
