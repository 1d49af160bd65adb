import type { Static } from '@atrium/sdk'
import { Type } from '@atrium/sdk'

/** The fields of a client that hold one text and may be missing, but for its notes, which are long. */
export const PLAIN_FIELDS = [
  'given_name',
  'family_name',
  'birth_date',
  'company_name',
  'registration_no',
  'email',
  'phone',
  'language',
  'owner',
] as const

const text = (maxLength: number, options: { title?: string } = {}) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, ...options }))

/** One more way to reach a client. An e-mail address or a phone number is held to be one. */
export const ContactPoint = Type.Object({
  kind: Type.Enum(['email', 'phone', 'web', 'other']),
  value: Type.String({ minLength: 1, maxLength: 254 }),
  label: text(40),
})
export type ContactPoint = Static<typeof ContactPoint>

export const Address = Type.Object(
  {
    label: text(40),
    street: text(160),
    postal_code: text(16),
    city: text(80),
    region: text(80),
    country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, two capital letters' })),
  },
  { minProperties: 1 },
)
export type Address = Static<typeof Address>

/** The most a client has of each. */
export const MOST = { tags: 30, contact_points: 20, addresses: 20, notes: 10_000 } as const

/** A person or a company. What belongs to the other kind is refused. */
export const Client = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    kind: Type.Enum(['person', 'company'], { default: 'person' }),
    display_name: Type.String({ readOnly: true, title: 'Name' }),
    given_name: text(80),
    family_name: text(80),
    birth_date: Type.Optional(Type.String({ format: 'date', title: 'Date of birth' })),
    company_name: text(160),
    registration_no: text(40, { title: 'Registration number' }),
    email: Type.Optional(Type.String({ format: 'email', maxLength: 254, title: 'E-mail' })),
    phone: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Kept as E.164: +4930901820', title: 'Phone' }),
    ),
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}(-[A-Z]{2})?$', description: 'As en or en-GB' })),
    owner: Type.Optional(Type.String({ minLength: 1, maxLength: 80, description: 'Who looks after the client' })),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: MOST.tags,
      uniqueItems: true,
      default: [],
    }),
    contact_points: Type.Array(ContactPoint, { maxItems: MOST.contact_points, default: [] }),
    addresses: Type.Array(Address, { maxItems: MOST.addresses, default: [] }),
    notes: Type.Optional(Type.String({ maxLength: MOST.notes })),
    archived: Type.Boolean({ readOnly: true, default: false }),
    archived_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true })),
    merged_into: Type.Optional(
      Type.Integer({ readOnly: true, description: 'The client that took this one over, documents and all' }),
    ),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Client' },
)
export type Client = Static<typeof Client>

/** The fields of one kind of client alone. */
export const OWN_FIELDS = {
  person: ['given_name', 'family_name', 'birth_date'],
  company: ['company_name', 'registration_no'],
} as const satisfies Record<Client['kind'], readonly (keyof Client)[]>
