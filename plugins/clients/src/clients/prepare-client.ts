import { ApiError, type InvalidValue, invalid_values } from '@atrium/sdk'
import { checkContacts } from './contacts.ts'
import { type Client, OWN_FIELDS, PLAIN_FIELDS } from './client.ts'
import { merged } from './archive.ts'

const OTHER = { person: 'company', company: 'person' } as const

/**
 * A client as it is kept: named, its numbers normalized, without what belongs to the other kind.
 * @throws ApiError 422 `validation_failed`, 409 `client_archived`, `client_merged`
 */
export function prepareClient(
  client: Partial<Client>,
  current: Client | undefined,
  { country }: { country: string },
): Partial<Client> {
  if (current?.archived === true && client.archived === true) throw unchangeable(current)
  if (current !== undefined && current.archived !== client.archived) return client
  const whole = { kind: 'person' as const, ...withoutMargins(client) }
  const turned = current !== undefined && current.kind !== whole.kind
  const own = turned ? withoutFieldsOf(OTHER[whole.kind], whole) : whole
  const { contacts, found } = checkContacts(own, country)
  const wrong = [
    ...found,
    ...blankFields(own),
    ...foreignFields(own),
    ...(own.birth_date === undefined ? [] : unborn(own.birth_date)),
  ]
  if (wrong.length > 0) throw invalid_values(wrong)
  return {
    ...own,
    ...contacts,
    tags: own.tags?.map((tag) => tag.trim()).filter(Boolean) ?? [],
    display_name: nameOf(own),
  }
}

/** Whoever makes a company of a person has no place for its date of birth any more. */
const withoutFieldsOf = <Some extends Partial<Client>>(kind: Client['kind'], client: Some): Some =>
  Object.fromEntries(
    Object.entries(client).filter(([name]) => !(OWN_FIELDS[kind] as readonly string[]).includes(name)),
  ) as Some

/** Spaces slip in around what is copied and pasted; notes are left as they are. */
const withoutMargins = (client: Partial<Client>): Partial<Client> =>
  Object.fromEntries(
    Object.entries(client).map(([name, value]) => [
      name,
      typeof value === 'string' && (PLAIN_FIELDS as readonly string[]).includes(name) ? value.trim() : value,
    ]),
  )

const blankFields = (client: Partial<Client>): InvalidValue[] =>
  PLAIN_FIELDS.filter((name) => client[name] === '').map((name) => ({
    pointer: `/${name}`,
    message: 'Enter more than spaces',
    keyword: 'minLength',
  }))

function foreignFields(client: Partial<Client> & Pick<Client, 'kind'>): InvalidValue[] {
  const given = OWN_FIELDS[OTHER[client.kind]].filter((name) => client[name] !== undefined)
  const message = client.kind === 'person' ? 'Only companies have this' : 'Only persons have this'
  return given.map((name) => ({ pointer: `/${name}`, message, keyword: 'kind' }))
}

function unborn(birthDate: string): InvalidValue[] {
  // A day later than here it may be somewhere already.
  const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
  return birthDate <= tomorrow ? [] : [{ pointer: '/birth_date', message: 'This lies in the future', keyword: 'past' }]
}

const nameOf = ({ given_name, family_name, company_name }: Partial<Client>) =>
  company_name ?? [given_name, family_name].filter(Boolean).join(' ')

const unchangeable = (client: Client) => {
  if (client.merged_into !== undefined) return merged(client)
  return new ApiError('client_archived', {
    status: 409,
    title: 'Archived',
    detail: `The client [${client.id}] is archived and does not change any more. Restore it first.`,
    allowed: ['restore'],
  })
}
