import { page, register_resource, Type } from '@atrium/sdk'
import { SearchResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { Check } from 'typebox/value'
import { rankTitle } from '../../../../host/doors/routes/search/search.ts'
import { link } from '../../../helpers/link.ts'
import { startServer } from '../http/start-server.ts'
import type { TestServer } from '../http/start-server.ts'
import { publishCrew } from './publications.ts'

describe('the search of a panel', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: publishCrew })
  })
  const search = async (query: string, as = 'operator') =>
    (await (await server.ask(`/api/v1/panels/operations/search?q=${query}`, { as })).json()) as SearchResult

  it('asks every resource, and names those that were late or failed', async () => {
    const result = await search('ada')
    expect(Check(SearchResult, result)).to.equal(true)
    expect(result.query).to.equal('ada')
    expect(result.incomplete).to.deep.equal([
      { resource_id: 'failing', reason: 'failed' },
      { resource_id: 'no-list', reason: 'failed' },
      { resource_id: 'hanging', reason: 'late' },
    ])
    expect(result.groups.map(({ resource_id }) => resource_id)).to.deep.equal(['people', 'exact', 'secrets'])
  })

  it('puts the best first: the same, the beginning, the beginning of a word, anywhere', async () => {
    const [people] = (await search('ada')).groups
    expect(people?.hits.map(({ title }) => title)).to.deep.equal(['Ada', 'ada', 'Adam Adam', 'Grace Ada', 'Canada'])
    expect(people?.total).to.equal(35)
  })

  it('leads to the screen of the record, else to its editor', async () => {
    const [people, exact] = (await search('ada')).groups
    expect(people?.hits[0]?.path).to.equal('/operations/people/p%2F0')
    expect(exact).to.include({ icon: 'user', total: 1 })
    expect(exact?.hits[0]?.path).to.equal('/operations/exact/1/edit')
  })

  it('asks as the caller, and says nothing of what that one may not read', async () => {
    const result = await search('ada', 'clerk')
    expect(result).to.deep.equal({ query: 'ada', groups: [], incomplete: [] })
  })

  it('shows no title that the caller may not see, though the handler answers a copy of the record', async () => {
    const name = Type.String({ permission: 'shop.names.view' })
    const Person = Type.Object({ id: Type.Integer(), name })
    const { publication } = link({
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Person)
            .id('people')
            .title('People')
            .api_base('/api/v1/shop')
            .module_path('people')
            .record_title_attribute('name')
            .table((table) => table.columns((column) => [column.text('name')]).create())
            .infolist(),
        ),
      routes: (routes) => {
        routes
          .get('/people', { permission: 'things.things.view' }, () => page([{ id: 7, name: 'Grace' }], 1))
          .get('/people/{id}', { permission: 'things.things.view' }, () => ({ id: 7, name: 'Grace' }))
      },
    })
    const resources = publication.resources.map((resource) => ({ ...resource, searchable: true }))
    server.registries.publish('shop', { ...publication, resources })
    const titles = async (as: string) =>
      (await search('grace', as)).groups.filter(({ title }) => title === 'People').flatMap(({ hits }) => hits)
    expect(await titles('operator')).to.have.nested.property('[0].title', 'Grace')
    expect(await titles('clerk')).to.have.nested.property('[0].title', '7')
    server.registries.withdraw('shop')
  })

  it('wants something to look for', async () => {
    for (const query of ['?q=', '?q=%20', '']) {
      const response = await server.ask(`/api/v1/panels/operations/search${query}`)
      expect([response.status, ((await response.json()) as { code: string }).code]).to.deep.equal([
        400,
        'query_malformed',
      ])
    }
  })

  it('ranks a title whatever its case and script', () => {
    expect(['Änne', 'Ännes Hof', 'Hof Änne', 'Männer', 'Hof'].map((title) => rankTitle(title, 'änne'))).to.deep.equal([
      0, 1, 2, 3, 4,
    ])
  })
})

describe('the badges of a panel', () => {
  it('are read as the caller; what fails or is denied is left out', async () => {
    const server = await startServer({ publish: publishCrew })
    expect(await (await server.ask('/api/v1/panels/operations/badges')).json()).to.deep.equal({ people: 7 })
    expect(await (await server.ask('/api/v1/panels/operations/badges', { as: 'clerk' })).json()).to.deep.equal({})
    expect(await (await server.ask('/api/v1/panels/depot/badges')).json()).to.deep.equal({})
  })
})
