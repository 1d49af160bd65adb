import type { EntryFactory, FieldFactory } from '@atrium/sdk'
import { ALSO_CALLED, type Client } from '../clients/client.ts'

/** The colours of the kinds of clients. */
export const KINDS = { person: 'blue', company: 'orange' } as const

const PERSON = { const: 'person' } as const
const COMPANY = { const: 'company' } as const

/** The sections of the form that creates and edits a client. */
export const formFields = (field: FieldFactory<Client>) => [identity(field), contact(field), internal(field)]

const identity = (field: FieldFactory<Client>) =>
  field.section('Identity', [
    field.select('kind'),
    field.grid(3, [
      field
        .text('given_name')
        .also_called(...ALSO_CALLED.given_name)
        .visible_when('kind', PERSON),
      field
        .text('family_name')
        .also_called(...ALSO_CALLED.family_name)
        .visible_when('kind', PERSON)
        .required_when('kind', PERSON),
      field
        .date('birth_date')
        .also_called(...ALSO_CALLED.birth_date)
        .visible_when('kind', PERSON),
    ]),
    field.grid(2, [
      field
        .text('company_name')
        .also_called(...ALSO_CALLED.company_name)
        .visible_when('kind', COMPANY)
        .required_when('kind', COMPANY),
      field.text('registration_no').visible_when('kind', COMPANY),
    ]),
  ])

const contact = (field: FieldFactory<Client>) =>
  field.section('Contact', [
    field.grid(3, [
      field.text('email').also_called(...ALSO_CALLED.email),
      field
        .text('phone')
        .also_called(...ALSO_CALLED.phone)
        .placeholder('+49 30 901820')
        .description(
          'Begin with + and the country code. Without it, the country of the first address or of the settings is assumed.',
        ),
      field.language('language'),
    ]),
    contactPoints(field),
    addresses(field),
  ])

const contactPoints = (field: FieldFactory<Client>) =>
  field.repeater('contact_points', (point) => [
    point.grid(3, [point.select('kind'), point.text('value'), point.text('label').placeholder('Work')]),
  ])

const addresses = (field: FieldFactory<Client>) =>
  field.repeater('addresses', (address) => [
    address.grid(2, [address.text('label').placeholder('Home'), address.text('street')]),
    address.grid(4, [
      address.text('postal_code'),
      address.text('city'),
      address.text('region'),
      address.country('country'),
    ]),
  ])

const internal = (field: FieldFactory<Client>) =>
  field.section('Internal', [field.grid(2, [field.text('owner'), field.tags('tags')]), field.textarea('notes').rows(6)])

/** The same sections on the screen that shows a client. */
export const viewEntries = (entry: EntryFactory<Client>) => [
  entry.section('Merged', [
    entry.relation('merged_into', '/api/v1/clients/clients', 'display_name').label('Merged into'),
  ]),
  entry.section('Identity', [
    entry.grid(3, [
      entry.badge('kind').color_by(KINDS),
      entry.text('given_name'),
      entry.text('family_name'),
      entry.date('birth_date'),
      entry.text('company_name'),
      entry.text('registration_no'),
    ]),
  ]),
  entry.section('Contact', [
    entry.grid(3, [entry.link('email'), entry.link('phone'), entry.text('language')]),
    entry.repeater('contact_points'),
    entry.repeater('addresses'),
  ]),
  entry.section('Internal', [
    entry.grid(3, [entry.text('owner'), entry.boolean('archived'), entry.datetime('created_at')]),
    entry.tags('tags'),
    entry.text('notes').multiline(),
  ]),
]
