import type { Atrium } from './start-atrium.ts'

/** Creates people who share a role with these permissions. Returns a token of each. */
export async function tokensOfPeople(
  atrium: Atrium,
  { count, permissions }: { count: number; permissions: readonly string[] },
): Promise<string[]> {
  const create = async (what: string, values: object) =>
    (await (await atrium.request(`/api/v1/platform/${what}`, values)).json()) as { id: string; secret: string }
  const role = await create('roles', { name: 'reader', label: 'Reader', permissions })
  const tokens: string[] = []
  for (let person = 0; person < count; person += 1) {
    const user = await create('users', { name: `Reader ${person}`, kind: 'service', roles: [role.id] })
    tokens.push((await create('tokens', { name: 'For lists', user_id: user.id, permissions })).secret)
  }
  return tokens
}
