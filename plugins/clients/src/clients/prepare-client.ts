import { type InvalidValue, invalid_values } from '@atrium/sdk'
import { clientArchived } from './archive.ts'
import { type Client, OWN_FIELDS, PLAIN_FIELDS } from './client.ts'
import { checkContacts, phoneCountries } from './contacts.ts'

const OTHER = { person: 'company', company: 'person' } as const

/**
 * Checks and normalizes a client before it is stored: trims its texts, normalizes its contacts, sets `display_name`.
 * @param client the whole record, with the changes
 * @param current the stored record; undefined for a new client
 * @throws ApiError 422 `validation_failed`, 409 `client_archived`, `client_merged`
 */
export async function prepareClient(
  client: Partial<Client>,
  current: Client | undefined,
  settings: { country: string },
): Promise<Partial<Client>> {
  if (current?.archived === true && client.archived === true) throw clientArchived(current)
  if (current !== undefined && current.archived !== client.archived) return client
  const whole = { kind: 'person' as const, ...trimmed(client) }
  const kindChanges = current !== undefined && current.kind !== whole.kind
  const own = kindChanges ? withoutFieldsOf(OTHER[whole.kind], whole) : whole
  const { contacts, found } = await checkContacts(own, phoneCountries(own, settings))
  const wrong = [...found, ...blankFields(own), ...foreignFields(own), ...futureBirth(own)]
  if (wrong.length > 0) throw invalid_values(wrong)
  return {
    ...own,
    ...contacts,
    tags: own.tags?.map((tag) => tag.trim()).filter(Boolean) ?? [],
    display_name: nameOf(own),
  }
}

const trimmed = (client: Partial<Client>): Partial<Client> =>
  Object.fromEntries(
    Object.entries(client).map(([name, value]) => [
      name,
      typeof value === 'string' && (PLAIN_FIELDS as readonly string[]).includes(name) ? value.trim() : value,
    ]),
  )

/** A person that becomes a company loses its date of birth, and so on. */
const withoutFieldsOf = <Some extends Partial<Client>>(kind: Client['kind'], client: Some): Some =>
  Object.fromEntries(
    Object.entries(client).filter(([name]) => !(OWN_FIELDS[kind] as readonly string[]).includes(name)),
  ) as Some

const blankFields = (client: Partial<Client>): InvalidValue[] =>
  PLAIN_FIELDS.filter((name) => client[name] === '').map((name) => ({
    pointer: `/${name}`,
    message: 'Enter more than spaces',
    keyword: 'minLength',
  }))

function foreignFields(client: Partial<Client> & Pick<Client, 'kind'>): InvalidValue[] {
  const given = OWN_FIELDS[OTHER[client.kind]].filter((name) => client[name] !== undefined)
  const message = client.kind === 'person' ? 'Only a company can have this' : 'Only a person can have this'
  return given.map((name) => ({ pointer: `/${name}`, message, keyword: 'kind' }))
}

function futureBirth({ birth_date }: Partial<Client>): InvalidValue[] {
  // Tomorrow is accepted: in some time zones it has already begun.
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
  if (birth_date === undefined || birth_date <= tomorrow) return []
  return [{ pointer: '/birth_date', message: 'Enter a date that is not in the future', keyword: 'past' }]
}

/** The display name of a client. */
export const nameOf = ({ given_name, family_name, company_name }: Partial<Client>) =>
  company_name ?? [given_name, family_name].filter(Boolean).join(' ')
