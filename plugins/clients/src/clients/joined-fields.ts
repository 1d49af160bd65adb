import type { Client, ContactPoint } from './client.ts'
import { PLAIN_FIELDS } from './plain-fields.ts'

/** What a client gains from another: what it lacks, and the rest beside its own, so that nothing is lost. */
export function joinedFields(kept: Client, other: Client): Partial<Client> {
  const filled = PLAIN_FIELDS.filter((name) => kept[name] === undefined && other[name] !== undefined)
  const notes = [kept.notes, other.notes].filter(Boolean).join('\n\n')
  return {
    ...Object.fromEntries(filled.map((name) => [name, other[name]])),
    tags: [...new Set([...kept.tags, ...other.tags])],
    contact_points: without(distinct([...kept.contact_points, ...mainContacts(other), ...other.contact_points]), {
      ...other,
      ...kept,
    }),
    addresses: distinct([...kept.addresses, ...other.addresses]),
    ...(notes && { notes }),
  }
}

function mainContacts({ email, phone }: Client): ContactPoint[] {
  return [
    ...(email === undefined ? [] : [{ kind: 'email', value: email } as const]),
    ...(phone === undefined ? [] : [{ kind: 'phone', value: phone } as const]),
  ]
}

/** The main address and number stand by themselves. */
const without = (points: ContactPoint[], { email, phone }: Pick<Client, 'email' | 'phone'>) =>
  points.filter(({ kind, value }) => !(kind === 'email' && value === email) && !(kind === 'phone' && value === phone))

const distinct = <Value extends object>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [keyOf(value), value])).values(),
]

/** A number is the same whatever it is labelled. */
const keyOf = (value: object) =>
  'kind' in value && 'value' in value ? `${String(value.kind)} ${String(value.value)}` : JSON.stringify(value)
