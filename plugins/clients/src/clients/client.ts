import { type Static, Type } from '@atrium/sdk'

const text = (maxLength: number, options: { title?: string } = {}) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, ...options }))

/** An additional way to contact a client. E-mail addresses and phone numbers are checked like the main ones. */
export const ContactPoint = Type.Object({
  kind: Type.Enum(['email', 'phone', 'web', 'other']),
  value: Type.String({ minLength: 1, maxLength: 254 }),
  label: text(40),
})
export type ContactPoint = Static<typeof ContactPoint>

/** A postal address with at least one part filled in. */
export const Address = Type.Object(
  {
    label: text(40),
    street: text(160),
    postal_code: text(16),
    city: text(80),
    region: text(80),
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', format: 'country', description: 'Two-letter country code, such as DE' }),
    ),
  },
  { minProperties: 1 },
)
export type Address = Static<typeof Address>

/** The most entries of a list, and the most characters of the notes, that one client can have. */
export const LIMITS = { tags: 30, contact_points: 20, addresses: 20, notes: 10_000 } as const

/** A person or a company. A record with fields of the other kind is refused. */
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
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          'Saved in international format: +4930901820. Without a country code, it is of the first address’s country',
        title: 'Phone',
      }),
    ),
    language: Type.Optional(
      Type.String({
        ...{ pattern: '^[a-z]{2}(-[A-Z]{2})?$', format: 'language' },
        description: 'Language code, such as en or en-GB',
      }),
    ),
    owner: Type.Optional(
      Type.String({ minLength: 1, maxLength: 80, description: 'The colleague responsible for this client' }),
    ),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
      maxItems: LIMITS.tags,
      uniqueItems: true,
      default: [],
    }),
    contact_points: Type.Array(ContactPoint, { maxItems: LIMITS.contact_points, default: [] }),
    addresses: Type.Array(Address, { maxItems: LIMITS.addresses, default: [] }),
    notes: Type.Optional(Type.String({ maxLength: LIMITS.notes })),
    archived: Type.Boolean({ readOnly: true, default: false }),
    archived_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true })),
    archive_reason: Type.Optional(
      Type.Enum(['requested', 'merged', 'undone'], {
        ...{ readOnly: true, title: 'Archived because' },
        description:
          'Of an archived client. `undone`: its creation was taken back, so it counts as neither new nor archived',
      }),
    ),
    merged_into: Type.Optional(
      Type.Integer({ readOnly: true, description: 'The id of the client that this one was merged into' }),
    ),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Client' },
)
export type Client = Static<typeof Client>

/** The fields that only one kind of client has. */
export const OWN_FIELDS = {
  person: ['given_name', 'family_name', 'birth_date'],
  company: ['company_name', 'registration_no'],
} as const satisfies Record<Client['kind'], readonly (keyof Client)[]>

/** The optional fields that hold one line of text. */
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

/** Other headings under which lists from elsewhere have the values of a client and its address. An import knows them. */
export const ALSO_CALLED = {
  given_name: ['First name', 'Forename', 'Vorname'],
  family_name: ['Last name', 'Surname', 'Nachname'],
  birth_date: ['Birth date', 'Birthday', 'Geburtsdatum', 'Geburtstag'],
  company_name: ['Company', 'Organisation', 'Organization', 'Firma'],
  email: ['Mail', 'E-mail address', 'E-Mail-Adresse'],
  phone: ['Phone number', 'Telephone', 'Mobile', 'Telefon', 'Handy'],
  postal_code: ['Postcode', 'ZIP', 'ZIP code', 'PLZ'],
  city: ['Town', 'Ort', 'Stadt'],
  street: ['Straße'],
  country: ['Land'],
} as const
