import type { Choice } from '@atrium/sdk/documents'
import { expect } from 'chai'
import path from 'node:path'
import { startTestHost, type TestHost } from '../../../host/testing/index.ts'
import { createUsersAndRoles } from './users-and-roles.ts'

const PLUGINS = path.resolve(import.meta.dirname, '../../../plugins')

describe('What is assigned to people', () => {
  let host: TestHost
  let mara: string
  let people: Record<string, string>
  const get = async <Body>(to: string, token = host.token) =>
    (await (await host.request(`/api/v1/${to}`, { headers: { authorization: `Bearer ${token}` } })).json()) as Body
  const create = async (to: string, json: object) => {
    const response = await host.request(`/api/v1/${to}`, { method: 'POST', json })
    return (await response.json()) as { id: string; secret: string }
  }

  before('start a host with a specialist', async () => {
    host = await startTestHost({ plugins: ['clients', 'booking'].map((id) => path.join(PLUGINS, id)) })
    const { id: location_id } = await create('booking/locations', {
      name: 'Mitte',
      address: 'Hauptstraße 1',
      zone: 'Europe/Berlin',
    })
    const specialist = { name: 'Mara', zone: 'Europe/Berlin', location_id }
    mara = String((await create('booking/specialists', specialist)).id)
    people = (await createUsersAndRoles(host, { roles: [], people: { Ada: [], Ben: [] } })).people
  })
  after('close the host', () => host.close())

  it('is chosen by a field that suggested roles or forms name', async () => {
    const names = await get<{ id: string; title: string }[]>('platform/attributes?_limit=100')
    expect(names).to.deep.include({ id: 'specialist_id', title: 'Specialist (specialist_id)' })
    expect((await get<object[]>('platform/attributes?id=specialist_id')).length).to.equal(1)
  })

  it('is chosen among the records that the field refers to, and what others have already', async () => {
    const values = () => get<Choice[]>('platform/choices/attribute-values/specialist_id')
    expect(await values()).to.deep.equal([{ value: mara, label: 'Mara' }])
    const theirs = { field: 'specialist_id', values: [mara], other_values: ['former'] }
    await create(`platform/users/${people.Ada}/attributes`, theirs)
    const { attributes } = await get<{ attributes: object }>(`platform/users/${people.Ada}`)
    expect(attributes).to.deep.equal({ specialist_id: [mara, 'former'] })
    expect((await values()).map(({ value }) => value)).to.deep.equal([mara, 'former'])
  })

  it('offers the same records in a condition of a role', async () => {
    const fields = await get<Choice[]>('platform/choices/fields/booking_bookings')
    const specialist = fields.find(({ value }) => value === 'specialist_id')
    expect(specialist?.options).to.deep.equal([{ value: mara, label: 'Mara' }])
  })

  it('is answered by its name, whatever letters it has', async () => {
    const name = 'Zürich, "東京"'
    await create(`platform/users/${people.Ben}/attributes`, { field: name, values: [], other_values: ['yes'] })
    const response = await host.request(`/api/v1/platform/attributes/${encodeURIComponent(name)}`)
    expect(response.status, await response.text()).to.equal(200)
    const etag = response.headers.get('etag') ?? ''
    expect(etag).to.match(/^"Z%c3bcrich[\x21-\x7e]+"$/)
    const again = { headers: { 'if-none-match': etag } }
    expect((await host.request(`/api/v1/platform/attributes/${encodeURIComponent(name)}`, again)).status).to.equal(304)
  })

  it('offers no record that the caller may not see', async () => {
    const permissions = ['platform.roles.view']
    const { id: user_id } = await create('platform/users', { name: 'A program', kind: 'service', permissions })
    const { secret } = await create('platform/tokens', { name: 'A program', user_id, permissions })
    const values = await get<Choice[]>('platform/choices/attribute-values/specialist_id', secret)
    expect(values.map(({ label }) => label)).not.to.contain('Mara')
  })
})
