import { createPluginDirectory, packageJson } from '../helpers/plugin-directory.ts'
import type { PluginDirectory } from '../helpers/plugin-directory.ts'

/** A plugin `rooms` with a calendar of movable entries, which refuses two visits in one room at the same time. */
export function calendarPlugin(): Promise<PluginDirectory> {
  return createPluginDirectory(
    {
      'package.json': packageJson({ name: 'rooms', atrium: { id: 'rooms', title: 'Rooms' } }),
      'src/index.ts': source,
    },
    { name: 'rooms' },
  )
}

const source = `
import { ApiError, array_store, emit_dashboard, register_resource, Type } from '@atrium/sdk'

const Room = Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String(), open: Type.Boolean() })
const Visit = Type.Object({
  id: Type.Integer({ readOnly: true }),
  subject: Type.String(),
  room_id: Type.Integer(),
  status: Type.Enum(['planned', 'over']),
  starts_at: Type.String({ format: 'date-time' }),
  ends_at: Type.String({ format: 'date-time' }),
})

const ROOMS = [{ id: 1, name: 'Blue', open: true }, { id: 2, name: 'Green', open: true }, { id: 3, name: 'Attic', open: false }]
const at = (subject, starts_at, minutes, more) => ({ subject, room_id: 1, status: 'planned', starts_at, ...more,
  ends_at: new Date(Date.parse(starts_at) + minutes * 60000).toISOString() })
const VISITS = [
  at('Choir', '2026-12-07T09:00:00.000Z', 60),
  at('Chess', '2026-12-07T09:00:00.000Z', 60, { room_id: 2 }),
  at('Attic visit', '2026-12-07T09:00:00.000Z', 60, { room_id: 3 }),
  at('History', '2026-12-07T12:00:00.000Z', 60, { status: 'over' }),
  at('Night watch', '2026-10-24T22:30:00.000Z', 90),
  at('Baking', '2026-12-08T08:00:00.000Z', 60),
].map((visit, index) => ({ id: index + 1, ...visit }))

export function register_resources(registry) {
  const agenda = (id, move) => emit_dashboard(registry, 'operations', 'rooms', (dashboard) => dashboard
    .id(id).title(id).path(id).api_base('/api/v1/rooms')
    .calendar('Visits', '/visits', { starts: 'starts_at', ends: 'ends_at', title: 'subject',
      resource: { field: 'room_id', list_path: '/rooms', title_attribute: 'name', choices_path: '/rooms?open=true' },
      screen: '/operations/visits/:id', create: { label: 'New visit', path: '/operations/visits/create' },
      move: { path: '/visits/{id}', when: { field: 'status', schema: { const: 'planned' } }, ...move } }), { hide_title: true })
  agenda('agenda', {})
  agenda('careful', { step: 30, confirm: 'Has the visitor been told?' })
  register_resource(registry, 'operations', 'rooms', (resource) => resource
    .record(Visit).id('visits').api_base('/api/v1/rooms').module_path('visits').form().infolist())
}

export function register_routes(routes) {
  const visits = array_store(VISITS, Visit, { sort: ['starts_at'], filter: ['starts_at'] })
  const isTaken = async ({ id, room_id, starts_at, ends_at }) => {
    const { rows } = await visits.list({ filters: [], sort: [], offset: 0, limit: 500 })
    return rows.some((other) => other.id !== id && other.room_id === room_id && other.starts_at < ends_at && other.ends_at > starts_at)
  }
  routes
    .records('/rooms/{id}', array_store(ROOMS, Room, { filter: ['open'] }))
    .records('/visits/{id}', {
      schema: visits.schema,
      rules: visits.rules,
      list: (query) => visits.list(query),
      get: (id) => visits.get(id),
      create: (values) => visits.create(values),
      update: async (id, patch, options) => {
        if (await isTaken({ ...(await visits.get(id)), ...patch }))
          throw new ApiError('room_taken', { status: 409, detail: 'The room is taken.' })
        return visits.update(id, patch, options)
      },
    })
}
`
