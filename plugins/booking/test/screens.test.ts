import { expect } from 'chai'
import { openPractice } from './open-practice.ts'
import type { Practice } from './practice.ts'

describe('The screens of booking', () => {
  let practice: Practice
  before(async () => (practice = await openPractice()))
  after(() => practice.host.close())

  it('cause no diagnostics', async () => {
    const { body } = await practice.ask('GET', '/api/v1/plugins/booking')
    expect({ state: body.state, diagnostics: body.diagnostics }).to.deep.equal({ state: 'active', diagnostics: [] })
  })

  it('exist for every resource', async () => {
    const path = '/api/v1/panels/operations/modules/booking/manifest'
    const { body } = await practice.ask<{ screens: { kind: string; resource_id?: string }[] }>('GET', path)
    const kinds = (id: string) => body.screens.filter((each) => each.resource_id === id).map(({ kind }) => kind)
    for (const id of ['bookings', 'services', 'specialists', 'locations'])
      expect(kinds(id), id).to.deep.equal(['list', 'create', 'view', 'edit'])
    expect(kinds('series'), 'series').to.deep.equal(['list', 'create', 'view'])
    expect(kinds('calendar-feeds'), 'calendar-feeds').to.deep.equal(['list', 'create', 'edit'])
    for (const id of ['offers', 'hours', 'exceptions', 'holidays'])
      expect(kinds(id), id).to.deep.equal(['list', 'create', 'edit'])
  })

  it('can book a series and show it with its bookings', async () => {
    interface Form {
      widgets: { kind: string; form_id?: string }[]
    }
    const { body } = await practice.ask<Form>('GET', '/api/v1/ui/dashboards/series-create')
    const form_id = body.widgets.find(({ kind }) => kind === 'form')?.form_id
    const form = await practice.ask('GET', `/api/v1/forms/${form_id}`)
    expect(form.body.submit).to.include({ method: 'POST', path: '/api/v1/booking/bookings/series' })
    expect(Object.keys(form.body.fields as object)).to.include.members(['starts_at', 'rrule', 'mode'])
    const view = await practice.ask('GET', '/api/v1/ui/dashboards/series-view')
    expect(JSON.stringify(view.body)).to.contain('/api/v1/booking/bookings?series_id={id}')
  })

  it('show bookings in a calendar', async () => {
    const { body } = await practice.ask<{ widgets: object[] }>('GET', '/api/v1/ui/dashboards/booking-agenda')
    expect(body.widgets[0]).to.include({ kind: 'calendar', starts: 'starts_at', ends: 'ends_at' })
  })

  it('offer only the actions that the status allows', async () => {
    interface List {
      widgets: { actions: { id: string; kind: string; visible_when?: { schema: object } }[] }[]
    }
    const { body } = await practice.ask<List>('GET', '/api/v1/ui/dashboards/bookings-list')
    const conditions = body.widgets[0]?.actions.map(({ kind, id, visible_when }) => [
      `${kind} ${id}`,
      visible_when?.schema,
    ])
    expect(conditions).to.deep.include.members([
      ['row confirm', { const: 'pending' }],
      ['row complete', { const: 'confirmed' }],
      ['row no-show', { const: 'confirmed' }],
      ['row cancel', { enum: ['pending', 'confirmed'] }],
    ])
  })
})
