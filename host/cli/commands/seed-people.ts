import { pathOf, ROLES, type Role, type User, USERS } from '../connection/accounts.ts'
import type { HostClient } from '../connection/host-client.ts'
import { alignTable, paint } from '../output/text.ts'
import type { AccountLink } from './sign-in-link.ts'

const SUGGESTED = '/api/v1/platform/suggested-roles'

/** An example person. */
export interface SeededPerson {
  readonly name: string
  readonly email: string
  /** The role, by its title. */
  readonly role: string
  /** A one-time sign-in link for this person. Missing if the person already existed, and while no host runs. */
  readonly sign_in_link?: string
}

interface SuggestedRole {
  readonly id: string
  readonly title: string
  readonly plugin: string
  readonly state: 'suggested' | 'taken-over'
  readonly values_needed: readonly { readonly field: string; readonly list_path: string }[]
}

const NAMES = [
  ...['Rosa Keller', 'Sam Okafor', 'Berta Lind', 'Max Moreau', 'Ana Duarte', 'Jonas Weber', 'Mira Novak', 'Leo Brandt'],
  ...['Ida Holm', 'Tom Fischer', 'Eva Rossi', 'Paul Kowalski'],
]

/**
 * Adopts the roles that plugins suggest, and creates a person for each. Nobody gets a password; a one-time link signs them in. Where a
 * condition of a role uses `mine`, the person gets the value of an example record.
 * @param plugins the ids of plugins with example data
 */
export async function seedPeople(host: HostClient, plugins: readonly string[]): Promise<Map<string, SeededPerson[]>> {
  const suggested = (await host.all<SuggestedRole>(SUGGESTED)).filter(({ plugin }) => plugins.includes(plugin))
  const people = new Map<string, SeededPerson[]>()
  for (const [at, role] of suggested.entries()) {
    const email = `${role.id.split('.')[1] ?? role.id}@${role.plugin}.example`
    const named = { name: NAMES[at % NAMES.length] ?? role.title, email, role: role.title }
    people.set(role.plugin, [...(people.get(role.plugin) ?? []), await seedPerson(host, role, named)])
  }
  return people
}

async function seedPerson(host: HostClient, suggested: SuggestedRole, named: SeededPerson): Promise<SeededPerson> {
  const [known] = await host.get<User[]>(`${USERS}?${new URLSearchParams({ email: named.email }).toString()}`)
  if (known) return { ...named, name: known.name }
  const { id: role } = await takeOver(host, suggested)
  const { name, email } = named
  const { id } = await host.post<User>(USERS, { name, email, kind: 'person', roles: [role] })
  await giveValues(host, id, suggested)
  if (host.isTemporary) return named
  const { url } = await host.post<AccountLink>(`${pathOf(USERS, id)}/sign-in-link`)
  return { ...named, sign_in_link: url }
}

async function takeOver(host: HostClient, { id, state }: SuggestedRole): Promise<Pick<Role, 'id'>> {
  const [known] = state === 'suggested' ? [] : await host.get<Role[]>(`${ROLES}?name=${id.replace('.', '-')}`)
  return known ?? host.post<Role>(`${pathOf(SUGGESTED, id)}/take-over`)
}

async function giveValues(host: HostClient, user: string, { values_needed }: SuggestedRole): Promise<void> {
  const given = new Set<string>()
  for (const { field, list_path } of values_needed) {
    if (given.has(field)) continue
    const records = await host.get<Record<string, unknown>[]>(`${list_path}?_limit=100`)
    const value = records
      .map((record) => record[field])
      .find((each) => typeof each === 'string' || typeof each === 'number')
    if (value === undefined) continue
    await host.post(`${pathOf(USERS, user)}/attributes`, { field, values: [String(value)] })
    given.add(field)
  }
}

/** Shows the people with their links, and how to sign in as those who already existed. */
export function showPeople(people: readonly SeededPerson[]): string[] {
  if (people.length === 0) return []
  const head = ['PERSON', 'E-MAIL', 'ROLE', 'SIGN-IN LINK (WORKS ONCE)'].map((name) => paint('dim', name))
  const rows = people.map(({ name, email, role, sign_in_link }) => [
    ...[name, email, role],
    sign_in_link ?? `atrium sign-in-link ${email}`,
  ])
  const isLink = people.some(({ sign_in_link }) => sign_in_link !== undefined)
  const next = isLink
    ? 'Open each link in a private window. It signs you in as that person, and works once.'
    : 'Sign-in links need a running host: start it, then run these commands.'
  return ['', alignTable([head, ...rows]), '', next]
}
