import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `practice` whose screens hold charts and a calendar. */
export function widgetsPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'practice', atrium: { id: 'practice', title: 'Practice' } }),
      'src/index.ts': source,
    },
    { name: 'practice' },
  )
}

const source = `
import { array_store, emit_dashboard, register_resource, Type } from '@atrium/sdk'

const Person = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })
const Visit = Type.Object({
  id: Type.Integer({ readOnly: true }),
  client_id: Type.Integer(),
  room: Type.Enum(['blue', 'green', ...Array.from({ length: 12 }, (_, index) => 'Room ' + index)]),
  status: Type.Enum(['pending', 'confirmed']),
  starts_at: Type.String({ format: 'date-time' }),
  ends_at: Type.String({ format: 'date-time' }),
})
const rules = { sort: ['starts_at'], filter: ['starts_at'] }

const at = (day, hour, minutes, more) => ({ client_id: 1, room: 'blue', status: 'confirmed', ...more,
  starts_at: day + 'T' + hour + ':00.000Z',
  ends_at: new Date(Date.parse(day + 'T' + hour + ':00.000Z') + minutes * 60000).toISOString() })
const VISITS = [
  at('2026-11-16', '08:00', 60),
  at('2026-11-18', '08:30', 30, { client_id: 2, status: 'pending' }),
  at('2026-11-18', '08:45', 90, { room: 'green' }),
  at('2026-11-18', '13:00', 45),
  at('2026-11-18', '14:30', 30),
  at('2026-11-18', '16:00', 30, { client_id: 2 }),
  at('2026-11-21', '22:30', 120, { client_id: 2, room: 'green' }),
  at('2026-11-23', '09:00', 60),
  ...Array.from({ length: 2020 }, (_, index) => at('2027-01-05', '07:00', 30 + (index % 5))),
  at('2027-01-08', '08:00', 60),
  at('2027-01-08', '10:00', 60),
  ...Array.from({ length: 12 }, (_, index) => at('2027-02-03', '09:00', 60, { room: 'Room ' + index })),
].map((visit, index) => ({ id: index + 1, ...visit }))

export function register_resources(registry) {
  emit_dashboard(registry, 'operations', 'practice', (dashboard) => dashboard
    .id('figures').title('Figures').path('figures').api_base('/api/v1/practice')
    .chart('New clients', '/summary', { kind: 'bar', x: 'day', rows: 'series', series: [
      { field: 'new_clients', label: 'New' }, { field: 'archived', color: 'gray' }] })
    .chart('Turnover', '/turnover', { kind: 'area', x: 'month', format: 'money', series: [{ field: 'turnover' }] })
    .chart('Visits', '/visits', { kind: 'line', x: 'day', series: [
      { field: 'first' }, { field: 'again' }, { field: 'missed', color: 'red' }] })
    .chart('Nothing', '/nothing', { kind: 'bar', x: 'day', series: [{ field: 'visits' }] })
    .chart('Broken', '/summary', { kind: 'bar', x: 'day', series: [{ field: 'visits' }] }))
  const agenda = (path, more) => emit_dashboard(registry, 'operations', 'practice', (dashboard) => dashboard
    .id(path).title('Agenda').path(path).api_base('/api/v1/practice')
    .calendar('Visits', '/visits/all', { ...more, starts: 'starts_at', ends: 'ends_at',
      title: { field: 'client_id', list_path: '/people', title_attribute: 'name' }, resource: 'room',
      color_by: { field: 'status', colors: { confirmed: 'green', pending: 'orange' } },
      screen: '/operations/visits/:id', create: { label: 'New visit', path: '/operations/visits/create' } }), { hide_title: true })
  agenda('agenda', { counts: '/visits/days' })
  agenda('uncounted', {})
  register_resource(registry, 'operations', 'practice', (resource) => resource
    .record(Visit).id('visits').api_base('/api/v1/practice').list_path('/visits/all').record_path('/visits/all/{id}')
    .form().infolist())
}

const day = (number) => '2026-10-' + String(number).padStart(2, '0')

export function register_routes(routes) {
  routes
    .records('/people/{id}', array_store([{ id: 1, name: 'Ada Lovelace' }, { id: 2, name: 'Grace Hopper' }], Person))
    .records('/visits/all/{id}', array_store(VISITS, Visit, rules))
    .get('/summary', { permission: 'practice.summary.view' }, () => ({
      series: [{ day: day(1), new_clients: 4, archived: 1 }, { day: day(2), new_clients: '1250', archived: 300 },
        { day: day(3), new_clients: null, archived: 0 }] }))
    .get('/turnover', { permission: 'practice.summary.view' }, () =>
      [81, 94, 120, 90, 131, 142].map((thousands, index) => ({ month: '2026-0' + (index + 1), turnover: thousands * 12345 })))
    .get('/visits', { permission: 'practice.summary.view' }, () =>
      Array.from({ length: 20 }, (_, index) => ({ day: day(index + 1), first: 4 + ((index * 7) % 5), again: 9 + ((index * 5) % 9), missed: index % 3 })))
    .get('/visits/days', { permission: 'practice.summary.view', query: Type.Object({ from: Type.String(), to: Type.String(), zone: Type.String() }) },
      ({ query }) => {
        const days = VISITS.map(({ starts_at }) => starts_at.slice(0, 10)).filter((each) => each >= query.from && each <= query.to)
        return [...new Set(days)].map((each) => ({ day: each, count: days.filter((other) => other === each).length }))
      })
    .get('/nothing', { permission: 'practice.summary.view' }, () => [])
}
`
