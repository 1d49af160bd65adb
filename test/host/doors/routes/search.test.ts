import { array_store, page, register_resource, Type } from '@atrium/sdk'
import { SearchResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { Check } from 'typebox/value'
import { titleRanker } from '../../../../host/doors/routes/search/rank-title.ts'
import { link } from '../../../helpers/link.ts'
import { startServer } from '../http/start-server.ts'
import type { TestServer } from '../http/start-server.ts'
import { fleet, publishCrew } from './publications.ts'

describe('The search of a panel', () => {
  let server: TestServer
  before(async () => {
    server = await startServer({ publish: publishCrew })
  })
  const search = async (query: string, as = 'operator') =>
    (await (await server.ask(`/api/v1/panels/operations/search?q=${query}`, { as })).json()) as SearchResult

  it('queries every resource, and names those that were late or failed', async () => {
    const result = await search('ada')
    expect(Check(SearchResult, result)).to.equal(true)
    expect(result.query).to.equal('ada')
    expect(result.incomplete).to.deep.equal([
      { resource_id: 'failing', title: 'failing', reason: 'failed' },
      { resource_id: 'no-list', title: 'no-list', reason: 'failed' },
      { resource_id: 'hanging', title: 'hanging', reason: 'late' },
    ])
    expect(result.groups.map(({ resource_id }) => resource_id)).to.deep.equal(['people', 'exact', 'secrets'])
  })

  it('ranks the best first: an exact match, a prefix, the prefix of a word, any position', async () => {
    const [people] = (await search('ada')).groups
    expect(people?.hits.map(({ title }) => title)).to.deep.equal(['Ada', 'ada', 'Adam Adam', 'Grace Ada', 'Canada'])
    expect(people?.total).to.equal(35)
  })

  it('links to the screen of the record, or else to its editor', async () => {
    const [people, exact] = (await search('ada')).groups
    expect(people?.hits[0]?.path).to.equal('/operations/people/p%2F0')
    expect(exact).to.include({ icon: 'user', total: 1 })
    expect(exact?.hits[0]?.path).to.equal('/operations/exact/1/edit')
  })

  it('runs as the caller, and returns nothing that the caller may not read', async () => {
    const result = await search('ada', 'clerk')
    expect(result).to.deep.equal({ query: 'ada', groups: [], incomplete: [] })
  })

  it('returns no title that the caller may not see, even if the handler returns a copy of the record', async () => {
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

  it('tells hits with the same title apart, without what the caller may not see', async () => {
    const permission = 'shop.births.view'
    const Person = Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      birth_date: Type.String({ format: 'date', permission }),
      boss_id: Type.Integer(),
    })
    const people = [{ id: 7, name: 'Grace', birth_date: '1906-12-09', boss_id: 8 }]
    const { publication } = link({
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Person)
            .id('people')
            .title('Folk')
            .api_base('/api/v1/shop')
            .module_path('people')
            .record_subtitle('birth_date', 'boss_id')
            .table((table) => table.columns((column) => [column.relation('boss_id', '/bosses', 'name')]).create())
            .infolist(),
        ),
      routes: (routes) => {
        routes
          .get('/people', { permission: 'things.things.view' }, () => page(people, 1))
          .get('/people/{id}', { permission: 'things.things.view' }, () => people[0])
          .get('/bosses', { permission: 'shop.bosses.view' }, ({ query }) =>
            page(query.id === undefined ? [] : [{ id: 8, name: 'Howard' }], 1),
          )
      },
    })
    const resources = publication.resources.map((resource) => ({ ...resource, searchable: true }))
    server.registries.publish('shop', { ...publication, resources })
    const subtitles = async (as: string) =>
      (await search('grace', as)).groups.filter(({ title }) => title === 'Folk').map(({ hits }) => hits[0]?.subtitle)
    expect(await subtitles('operator')).to.deep.equal([['1906-12-09', 'Howard']])
    expect(await subtitles('clerk')).to.deep.equal([undefined])
    server.registries.withdraw('shop')
  })

  it('finds a record by its number first, and those that come before those that have passed', async () => {
    const Visit = Type.Object({
      id: Type.Integer(),
      starts_at: Type.String({ format: 'date-time' }),
      who: Type.String(),
    })
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const at = [-100, -2, 3, 50, -30, ...Array.from({ length: 20 }, (_, index) => 1000 + index)]
    const rows = at.map((hours, index) => ({ id: index + 1, starts_at: soon(hours), who: 'Murphy' }))
    const rules = { sort: ['starts_at'], filter: ['starts_at'], search: ['who'] } as const
    const declared = (more: object) =>
      link({
        resources: (registry) =>
          register_resource(registry, 'operations', 'shop', (resource) =>
            resource
              .record(Visit)
              .id('visits')
              .title('Visits')
              .api_base('/api/v1/shop')
              .module_path('visits')
              .record_title_attribute('starts_at')
              .record_subtitle('who')
              .record_time('starts_at')
              .table((table) => table.columns((column) => [column.text('who')]))
              .infolist(),
          ),
        routes: (routes) => routes.records('/visits/{id}', array_store(rows, Visit, { ...rules, ...more })),
      })
    const { publication, codes } = declared({})
    expect(codes).to.deep.equal([])
    expect(declared({ filter: [] }).codes).to.include('filter_not_supported')
    server.registries.publish('shop', publication)
    const found = async (query: string) => {
      const [group] = (await search(encodeURIComponent(query))).groups.filter(({ title }) => title === 'Visits')
      return { total: group?.total, ids: group?.hits.map(({ id }) => id), first: group?.hits[0]?.subtitle }
    }
    const all = await found('murphy')
    expect(all).to.deep.include({ total: 25, ids: [3, 4, 6, 7, 8, 9, 10, 11] })
    for (const query of ['5', '#5', ' 5 '])
      expect(await found(query)).to.deep.equal({ total: 1, ids: [5], first: ['#5', 'Murphy'] })
    expect((await found('12345678')).total).to.equal(undefined)
    server.registries.withdraw('shop')
  })

  it('shows the best eight of the first fifty that the list finds', async () => {
    const Person = Type.Object({ id: Type.Integer(), name: Type.String() })
    const names = [...Array.from({ length: 40 }, (_, index) => `Brandan ${index}`), 'Danielle', 'Dan']
    const rows = names.map((name, index) => ({ id: index + 1, name }))
    const { publication } = link({
      resources: (registry) =>
        register_resource(registry, 'operations', 'shop', (resource) =>
          resource
            .record(Person)
            .id('people')
            .title('Customers')
            .api_base('/api/v1/shop')
            .module_path('people')
            .record_title_attribute('name')
            .table((table) => table.columns((column) => [column.text('name')]))
            .infolist(),
        ),
      routes: (routes) => routes.records('/people/{id}', array_store(rows, Person, { search: ['name'] })),
    })
    server.registries.publish('shop', publication)
    const [group] = (await search('dan')).groups.filter(({ title }) => title === 'Customers')
    expect(group?.hits.map(({ title }) => title).slice(0, 3)).to.deep.equal(['Dan', 'Danielle', 'Brandan 0'])
    expect([group?.hits.length, group?.total]).to.deep.equal([8, 42])
    server.registries.withdraw('shop')
  })

  it('requires a search term', async () => {
    for (const query of ['?q=', '?q=%20', '']) {
      const response = await server.ask(`/api/v1/panels/operations/search${query}`)
      expect([response.status, ((await response.json()) as { code: string }).code]).to.deep.equal([
        400,
        'query_malformed',
      ])
    }
  })

  it('accepts at most 10 different words', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join('+')
    const response = await server.ask(`/api/v1/panels/operations/search?q=${words(11)}`)
    const { code, detail } = (await response.json()) as { code: string; detail: string }
    expect([response.status, code]).to.deep.equal([400, 'query_malformed'])
    expect(detail).to.contain('at most 10')
    expect(await search(words(10))).to.have.property('groups')
  })

  it('ranks a title regardless of case and script', () => {
    expect(['Änne', 'Ännes Hof', 'Hof Änne', 'Männer', 'Hof'].map(titleRanker('änne'))).to.deep.equal([0, 1, 2, 3, 4])
  })

  it('ranks a title regardless of accents, umlauts, hyphens and separators of numbers', () => {
    const ranks = (query: string, ...titles: string[]) => titles.map(titleRanker(query))
    expect(ranks('muller', 'Müller', 'Müllers Hof', 'Anna Müller', 'Schmüller')).to.deep.equal([0, 1, 2, 3])
    expect(ranks('mueller', 'Müller', 'Mueller', 'Muller')).to.deep.equal([0, 0, 4])
    expect(ranks('maria', 'Anna-Maria', 'Anna Maria')).to.deep.equal([2, 2])
    expect(ranks('anna-maria', 'Annamaria', 'Anna Maria')).to.deep.equal([0, 0])
    expect(ranks('555-0103', '+1 555 0103', '+15550103', '+15550104')).to.deep.equal([2, 3, 4])
  })
})

describe('The badges of a panel', () => {
  it('are read as the caller, without those that fail or are denied', async () => {
    const server = await startServer({ publish: publishCrew })
    expect(await (await server.ask('/api/v1/panels/operations/badges')).json()).to.deep.equal({ people: 7 })
    expect(await (await server.ask('/api/v1/panels/operations/badges', { as: 'clerk' })).json()).to.deep.equal({})
    expect(await (await server.ask('/api/v1/panels/depot/badges')).json()).to.deep.equal({})
  })

  it('say which of them are late', async () => {
    const server = await startServer({ publish: publishCrew })
    const cars = { resource_id: 'cars', title: 'Cars', sort: 1, path: '/operations/cars' }
    const items = [{ ...cars, badge_path: '/api/v1/crew/hanging' }]
    const manifests = fleet.manifests.map((each) => ({ ...each, navigation: [{ group: 'Staff', sort: 1, items }] }))
    server.registries.publish('fleet', { ...fleet, manifests })
    const badges = await server.ask('/api/v1/panels/operations/badges')
    expect(await badges.json()).to.deep.equal({ people: 7, cars: null })
  })
})
