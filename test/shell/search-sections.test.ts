import type { PanelDocument, PanelScreen, ResourceDefinition, SearchResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { describeMissing, searchSections, withEarlierHits } from '../../host/shell/src/frame/search-entries.ts'
import { formatInstant } from '../../host/shell/src/values/dates.ts'

const panel: PanelDocument = {
  id: 'operations',
  title: 'Operations',
  sort: 1,
  revision: 'abcdef0123456789',
  modules: [],
  screens: [],
  navigation: [
    {
      group: null,
      sort: 1,
      items: [
        { title: 'Items', icon: 'box', sort: 1, path: '/operations/items' },
        { title: 'Orders', sort: 2, path: '/operations/orders' },
      ],
    },
  ],
}

const result: SearchResult = {
  query: 'it',
  groups: [
    {
      resource_id: 'items',
      title: 'Items',
      total: 12,
      hits: [
        { id: 1, title: 'Itinerary', path: '/operations/items/1' },
        { id: 2, title: 'Kit without a screen' },
      ],
    },
  ],
  incomplete: [],
}

describe('the results of the search', () => {
  it('show titles that are instants as the screens do', () => {
    const hits = [{ id: 1, title: '2026-11-24T08:00:00.000Z', path: '/operations/bookings/1' }]
    const groups = [{ resource_id: 'bookings', title: 'Bookings', total: 1, hits }]
    const [section] = searchSections(panel, '2026', { ...result, groups })
    expect(section?.entries[0]?.title).to.equal(formatInstant(new Date('2026-11-24T08:00:00Z')))
  })

  it('are all screens of the panel while the box is empty', () => {
    const [section, ...others] = searchSections(panel, '', result)
    expect(section?.entries.map(({ title }) => title)).to.deep.equal(['Items', 'Orders'])
    expect(others).to.deep.equal([])
  })

  it('are matching screens, then records that can be opened, with the number of further hits', () => {
    const sections = searchSections(panel, 'it', result)
    expect(sections.map(({ title, more }) => [title, more])).to.deep.equal([
      ['Go to', 0],
      ['Items', 10],
    ])
    expect(sections[1]?.entries.map(({ path }) => path)).to.deep.equal(['/operations/items/1'])
  })

  it('lead to the list with all of them, if it is the list that was searched', () => {
    const list = {
      path: '/operations/items',
      kind: 'list',
      dashboard_id: 'items',
      module_id: 'a',
      resource_id: 'items',
    }
    const searched = (search_path: string) => {
      const items = { id: 'items', list_path: '/api/v1/template/items', search_path } as ResourceDefinition
      const own = { actions: [], recent: [], resources: [items] }
      const [section] = searchSections({ ...panel, screens: [list as PanelScreen] }, 'it & more', result, own)
      return { entries: section?.entries.slice(1), more: section?.more }
    }
    const all = { key: 'items:all', title: 'Show all 12', icon: 'list', isHit: true }
    expect(searched('/api/v1/template/items')).to.deep.equal({
      entries: [{ ...all, path: '/operations/items?q=it+%26+more&_view=none' }],
      more: 0,
    })
    expect(searched('/api/v1/template/find')).to.deep.equal({ entries: [], more: 10 })
  })

  it('are also what can be created, what the screen can do, and without a text what was open last', () => {
    const screens = [
      {
        path: '/operations/items/create',
        kind: 'create',
        dashboard_id: 'items-create',
        title: 'New item',
        module_id: 'a',
      },
    ] as const
    const own = {
      actions: [{ key: 'ship', label: 'Ship it', about: 'Oak lamp', start: () => undefined }],
      recent: [{ path: '/operations/items/1', title: 'Oak lamp', subtitle: '', personId: '1', panelId: 'operations' }],
    }
    const titles = (text: string) =>
      searchSections({ ...panel, screens: [...screens] }, text, result, own).map(({ title }) => title)
    expect(titles('')).to.deep.equal(['Recent', 'Go to', 'Create', 'On this screen'])
    expect(titles('it')).to.deep.equal(['Go to', 'Create', 'Items', 'On this screen'])
    expect(titles('tem')).to.deep.equal(['Go to', 'Items', 'Create'])
    expect(titles('ship')).to.deep.equal(['Items', 'On this screen'])
  })

  it('leave out empty groups', () => {
    expect(searchSections(panel, 'zzz', undefined)).to.deep.equal([])
  })

  it('keep the earlier hits of a source that is late, once, however often they are looked at again', () => {
    const vans = { resource_id: 'vans', title: 'Vans', total: 0, hits: [] }
    const before = { ...result, groups: [...result.groups, vans] }
    const now = { ...result, incomplete: [{ resource_id: 'vans', title: 'Vans', reason: 'late' }] } as SearchResult
    const kept = withEarlierHits(before, now)
    expect(kept.groups.map(({ resource_id }) => resource_id)).to.deep.equal(['items', 'vans'])
    expect(withEarlierHits(kept, kept), 'the same object, or the dialog would be rendered for ever').to.equal(kept)
    expect(withEarlierHits(undefined, now)).to.equal(now)
  })

  it('name what is missing: the sources that answered too late, and those that could not be searched', () => {
    const late = (title: string) => ({ resource_id: title.toLowerCase(), title, reason: 'late' }) as const
    const failed = { resource_id: 'vans', title: 'Vans', reason: 'failed' } as const
    expect(describeMissing([])).to.equal('')
    expect(describeMissing([late('Clients')])).to.equal('Clients answered too late. There may be more results.')
    expect(describeMissing([late('Clients'), failed, late('Bookings')])).to.equal(
      'Clients and Bookings answered too late. Vans could not be searched. There may be more results.',
    )
  })
})
