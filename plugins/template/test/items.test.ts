import { startTestHost, type TestHost } from '@atrium/host/testing'
import { expect } from 'chai'
import path from 'node:path'

describe('An item', () => {
  let host: TestHost
  before(async () => {
    const panels = [{ id: 'operations', title: 'Operations' }]
    host = await startTestHost({ plugins: [path.dirname(import.meta.dirname)], panels })
  })
  after(() => host.close())

  const create = async (json: object) => {
    const response = await host.request('/api/v1/template/items', { method: 'POST', json })
    return { status: response.status, path: response.headers.get('location') ?? '', body: await response.json() }
  }

  it('starts as a draft', async () => {
    const { status, body } = await create({ name: 'Bolt', price: 1250 })
    expect(status).to.equal(201)
    expect(body).to.include({ name: 'Bolt', price: 1250, status: 'draft' })
  })

  it('must have a name', async () => {
    const { status, body } = await create({ name: '', price: 1250 })
    expect(status).to.equal(422)
    expect(body).to.have.nested.property('errors.name')
  })

  it('can be retired and stays readable', async () => {
    const { path } = await create({ name: 'Nut', price: 300, status: 'active' })
    await host.request(`${path}/retire`, { method: 'POST' })
    const response = await host.request(path)
    expect(await response.json()).to.include({ name: 'Nut', status: 'retired' })
  })

  it('is found by its name', async () => {
    await create({ name: 'Brass hinge', price: 450 })
    const response = await host.request('/api/v1/template/items?q=hinge')
    expect(response.headers.get('x-total-count')).to.equal('1')
  })

  it('has screens for listing, creating, viewing and editing', async () => {
    const response = await host.request('/api/v1/panels/operations/modules/template/manifest')
    const { screens } = (await response.json()) as { screens: { kind: string }[] }
    expect(screens.map(({ kind }) => kind)).to.deep.equal(['list', 'create', 'view', 'edit'])
  })
})
