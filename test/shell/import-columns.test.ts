import type { Column, Field, FormDefinition, ListImport } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { isStoredExport, matchColumns, targetsOf } from '../../host/shell/src/import/match-columns.ts'

const form = {
  fields: {
    name: { kind: 'text', label: 'Name' },
    email: { kind: 'text', label: 'E-mail', aliases: ['Contact', 'Post'] },
    price: { kind: 'money', label: 'Price', currency: 'EUR' },
    client_id: { kind: 'relation', label: 'Client', relation: { list_path: '/c', title_attribute: 'name' } },
    photo: { kind: 'file', label: 'Photo' },
  } satisfies Record<string, Field>,
} as unknown as FormDefinition

const imports: ListImport = {
  path: '/api/v1/shop/items/import',
  form_id: 'items-create',
  fields: [
    { name: 'id', label: 'id', key: true },
    { name: 'name', label: 'name' },
    { name: 'email', label: 'Mail address', key: true },
    { name: 'price', label: 'price' },
    { name: 'client_id', label: 'client_id' },
    { name: 'created_at', label: 'created_at' },
  ],
}

const columns = [{ name: 'price', label: 'List price', kind: 'money' }] as unknown as Column[]
const targets = targetsOf(form, imports)
const match = (...headings: string[]) => matchColumns(headings, { targets, columns, fields: imports.fields })

describe('The columns of a file that is imported', () => {
  it('can be matched with the fields of the form and the id, except files', () => {
    expect(targets.map(({ name, isKey }) => `${name}${isKey ? ' key' : ''}`)).to.deep.equal([
      'id key',
      'name',
      'email key',
      'price',
      'client_id',
    ])
  })

  it('are matched whole if they are an export of the list, as stored or as shown', () => {
    const stored = imports.fields.map(({ label }) => label)
    expect(match(...stored)).to.deep.equal(['id', 'name', 'email', 'price', 'client_id', null])
    expect(isStoredExport(stored, imports)).to.equal(true)
    expect(match('Name', 'E-mail', 'List price', 'Client')).to.deep.equal(['name', 'email', 'price', 'client_id'])
    expect(isStoredExport(['Name', 'E-mail', 'List price'], imports)).to.equal(false)
  })

  it('are matched apart from accents, case, spaces and punctuation', () => {
    expect(match('NÂME', ' e mail ', 'client id')).to.deep.equal(['name', 'email', 'client_id'])
  })

  it('are matched by a part of their name if no other field fits, and are left out if two do', () => {
    expect(match('Client name', 'Your e-mail', 'Colour')).to.deep.equal([null, 'email', null])
    expect(match('Price in euros')).to.deep.equal(['price'])
  })

  it('are matched by other names that the author of the form knows, unless a column has the name itself', () => {
    expect(match('contact', 'Colour')).to.deep.equal(['email', null])
    expect(match('Post', 'Name', 'Contact')).to.deep.equal(['email', 'name', null])
    expect(match('Contact', 'E-mail')).to.deep.equal([null, 'email'])
  })

  it('never share a field', () => {
    expect(match('Name', 'name', 'E-mail', 'E-mail 2')).to.deep.equal(['name', null, 'email', null])
  })
})
