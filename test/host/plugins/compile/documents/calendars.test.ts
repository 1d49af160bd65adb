import { array_store, emit_dashboard, Type } from '@atrium/sdk'
import type { CalendarOptions, ListRules } from '@atrium/sdk'
import { Dashboard } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { Value } from 'typebox/value'
import { link } from '../../../../helpers/link.ts'

const Visit = Type.Object({
  id: Type.Integer({ readOnly: true }),
  client_id: Type.Integer(),
  room: Type.Enum(['blue', 'green']),
  status: Type.Enum(['pending', 'confirmed']),
  starts_at: Type.String({ format: 'date-time' }),
  ends_at: Type.String({ format: 'date-time' }),
  is_first: Type.Boolean(),
  notes: Type.String(),
  over_at: Type.String({ format: 'date-time', readOnly: true }),
})
const rules: ListRules<'starts_at' | 'status' | 'room' | 'is_first' | 'client_id' | 'notes'> = {
  sort: ['starts_at'],
  filter: ['starts_at', 'status'],
}
const options: CalendarOptions = {
  starts: 'starts_at',
  ends: 'ends_at',
  title: { field: 'client_id', list_path: '/api/v1/clients/clients', title_attribute: 'name' },
}

const declared = (more: Partial<CalendarOptions> = {}, { path = '/visits', known = rules } = {}) =>
  link({
    routes: (routes) => routes.records('/visits/{id}', array_store([], Visit, known)),
    resources: (registry) =>
      emit_dashboard(registry, 'operations', 'shop', (dashboard) =>
        dashboard
          .id('agenda')
          .title('Agenda')
          .path('agenda')
          .api_base('/api/v1/shop')
          .calendar('Visits', path, { ...options, ...more }),
      ),
  })

describe('Calendars of a dashboard', () => {
  it('have absolute paths, the choices of the record, and the permission to create', () => {
    const { dashboards, codes } = declared({
      resource: 'room',
      color_by: { field: 'status', colors: { confirmed: 'green' } },
      screen: '/operations/visits/:id',
      create: { label: 'New visit', path: '/operations/visits/create' },
    })
    expect(codes).to.deep.equal([])
    expect(Value.Errors(Dashboard, dashboards[0])).to.deep.equal([])
    expect(dashboards[0]?.widgets).to.deep.equal([
      {
        kind: 'calendar',
        id: 'agenda-1',
        title: 'Visits',
        list_path: '/api/v1/shop/visits',
        starts: 'starts_at',
        ends: 'ends_at',
        entry_title: {
          name: 'client_id',
          label: 'Client',
          relation: { list_path: '/api/v1/clients/clients', title_attribute: 'name' },
        },
        resource: {
          name: 'room',
          label: 'Room',
          options: [
            { value: 'blue', label: 'Blue' },
            { value: 'green', label: 'Green' },
          ],
        },
        color_by: {
          name: 'status',
          options: [
            { value: 'pending', label: 'Pending' },
            { value: 'confirmed', label: 'Confirmed' },
          ],
          colors: { confirmed: 'green' },
        },
        view_path: '/operations/visits/:id',
        create: { label: 'New visit', path: '/operations/visits/create', permission: 'shop.visits.create' },
      },
    ])
  })

  it('over an undeclared list are reported, with the nearest path', () => {
    const { findings } = declared({}, { path: '/visit' })
    expect(findings.map(({ code }) => code)).to.deep.equal(['widget_route_missing'])
    expect(findings[0]?.fix).to.include('Did you mean [/api/v1/shop/visits]?')
  })

  it('count entries at a path that is declared', () => {
    const { dashboards, codes } = declared({ counts: '/visits' })
    expect(codes).to.deep.equal([])
    expect(dashboards[0]?.widgets[0]).to.include({ counts_path: '/api/v1/shop/visits' })
    expect(declared({ counts: '/visits/days/each' }).codes).to.deep.equal(['widget_route_missing'])
  })

  it('say when resources work, at a path that is declared', () => {
    const { dashboards, codes } = declared({ hours: '/visits' })
    expect(codes).to.deep.equal([])
    expect(dashboards[0]?.widgets[0]).to.include({ hours_path: '/api/v1/shop/visits' })
    expect(declared({ hours: '/visits/hours/each' }).codes).to.deep.equal(['widget_route_missing'])
  })

  it('are narrowed by options, booleans and related records that the list filters by', () => {
    const client = { field: 'client_id', list_path: '/api/v1/clients/clients', title_attribute: 'name' }
    const known: typeof rules = { ...rules, filter: ['starts_at', 'room', 'is_first', 'client_id', 'notes'] }
    const { dashboards, codes } = declared({ filters: ['room', 'is_first', client] }, { known })
    expect(codes).to.deep.equal([])
    expect(Value.Errors(Dashboard, dashboards[0])).to.deep.equal([])
    expect(dashboards[0]?.widgets[0]).to.deep.include({
      filters: [
        {
          ...{ kind: 'select', name: 'room', label: 'Room', multiple: true },
          options: [
            { value: 'blue', label: 'Blue' },
            { value: 'green', label: 'Green' },
          ],
        },
        { kind: 'ternary', name: 'is_first', label: 'Is first' },
        {
          ...{ kind: 'relation', name: 'client_id', label: 'Client' },
          relation: { list_path: '/api/v1/clients/clients', title_attribute: 'name' },
        },
      ],
    })
    expect(declared({ filters: ['notes'] }, { known }).codes).to.deep.equal(['kind_mismatch'])
    expect(declared({ filters: ['room'] }).codes).to.deep.equal(['filter_not_supported'])
    expect(declared({ filters: ['rom'] }).codes).to.include('field_unknown')
  })

  it('of another plugin’s list are not checked', () => {
    expect(declared({ starts: 'from', ends: 'until' }, { path: '/api/v1/booking/bookings' }).codes).to.deep.equal([])
  })

  it('that show an unknown field are reported, with the nearest name', () => {
    const { findings } = declared({ ends: 'end_at', resource: 'rooms' })
    expect(findings.map(({ code, fix }) => [code, fix])).to.deep.equal([
      ['field_unknown', 'Did you mean [ends_at]?'],
      ['field_unknown', 'Did you mean [room]?'],
    ])
  })

  it('need a list that filters and sorts by their start', () => {
    expect(declared({}, { known: {} }).codes).to.deep.equal(['filter_not_supported', 'sort_not_supported'])
  })

  it('let callers who may change the record move entries, by a quarter of an hour unless declared otherwise', () => {
    const when = { field: 'status', schema: { enum: ['pending'] } }
    const { dashboards, codes } = declared({
      resource: {
        field: 'client_id',
        list_path: '/api/v1/clients/clients',
        title_attribute: 'name',
        choices_path: '/visits?status=pending',
      },
      move: { path: '/visits/{visit_id}', when, confirm: 'Move it?' },
    })
    expect(codes).to.deep.equal([])
    expect(Value.Errors(Dashboard, dashboards[0])).to.deep.equal([])
    expect(dashboards[0]?.widgets[0]).to.deep.include({
      resource: {
        name: 'client_id',
        label: 'Client',
        relation: { list_path: '/api/v1/clients/clients', title_attribute: 'name' },
        choices_path: '/api/v1/shop/visits?status=pending',
      },
      move: {
        path: '/api/v1/shop/visits/{id}',
        step: 15,
        when,
        confirm: 'Move it?',
        permission: 'shop.visits.update',
      },
    })
  })

  it('report moves over an undeclared route, by an unknown field, or by a read-only field', () => {
    const { findings } = declared({
      ends: 'over_at',
      resource: 'room',
      move: { path: '/visit/{id}', when: { field: 'state', schema: {} } },
    })
    expect(findings.map(({ code, fix }) => [code, fix])).to.deep.equal([
      [
        'widget_route_missing',
        'Did you mean [/api/v1/shop/visits/{id}]? Declare it in `register_routes` (`routes.records` does), or correct the path.',
      ],
      ['field_read_only', 'Remove `readOnly` from the field, or `move` from the calendar.'],
      ['field_unknown', 'Did you mean [status]?'],
    ])
  })

  it('throw at the call if their step of minutes does not divide an hour', () => {
    expect(() => declared({ move: { path: '/visits/{id}', step: 7 as 5 } })).to.throw('by [7] minutes')
  })

  it('throw at the call if they have no start', () => {
    expect(() => declared({ starts: '' })).to.throw('[calendar(…)] requires a text as [starts].')
  })
})
