import { array_store, type FormBuilder, register_resource, type Static, Type } from '@atrium/sdk'
import type { FormWidget } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { link } from '../../../../helpers/link.ts'

const Visit = Type.Object({
  id: Type.Integer({ readOnly: true }),
  subject: Type.String(),
  status: Type.Enum(['planned', 'held'], { readOnly: true }),
})

/** Links `visits` with four row actions, of which two ask for something. */
const linked = (configure: (form: FormBuilder<Static<typeof Visit>>) => unknown) =>
  link({
    routes: (routes) =>
      routes
        .records('/visits/{id}', array_store([], Visit))
        .post('/visits/{id}/hold', { permission: 'shop.visits.hold' }, () => null)
        .post('/visits/{id}/move', { body: Type.Object({ by: Type.Integer() }) }, () => null),
    resources: (registry) =>
      register_resource(registry, 'operations', 'shop', (resource) =>
        resource
          .record(Visit)
          .id('visits')
          .api_base('/api/v1/shop')
          .form((form) => void configure(form))
          .table((table) =>
            table.actions((action) => [
              action.row('hold').post('/visits/{id}/hold').visible_when('status', { const: 'planned' }),
              action.row('close').post('/visits/{id}/hold').confirm('Close it?'),
              action.row('move').post('/visits/{id}/move').form(),
            ]),
          ),
      ),
  })

const formIn = ({ dashboards }: ReturnType<typeof linked>, kind: string) =>
  dashboards.find((each) => each.kind === kind)?.widgets.find((each): each is FormWidget => each.kind === 'form')

describe('Forms that run an action on what they create', () => {
  it('have a button for it on the create screen alone, with the permission and the condition of the action', () => {
    const documents = linked((form) => form.create_and('hold', 'Create and hold'))
    expect(documents.findings).to.deep.equal([])
    const [button, ...others] = formIn(documents, 'create')?.create_and ?? []
    expect(button?.label).to.equal('Create and hold')
    expect(button?.action).to.deep.include({
      ...{ id: 'hold', label: 'Hold', method: 'POST', path: '/api/v1/shop/visits/{id}/hold' },
      permission: 'shop.visits.hold',
      visible_when: { field: 'status', schema: { const: 'planned' } },
    })
    expect(others).to.deep.equal([])
    expect(formIn(documents, 'edit')).to.have.property('actions').with.lengthOf(4)
    expect(formIn(documents, 'edit')).not.to.have.property('create_and')
  })

  it('name an action that does not exist, asks for something, or deletes', () => {
    const told = (id: string) =>
      linked((form) => form.create_and(id, 'Create and go on')).findings.map(({ code, message, fix }) => [
        code,
        message,
        fix,
      ])
    const asking = 'The form of [visits] runs [close] on what it creates, which asks for something or deletes.'
    expect(told('close')).to.deep.equal([['action_unknown', asking, 'Use one of hold.']])
    expect(told('move')).to.deep.equal([['action_unknown', asking.replace('close', 'move'), 'Use one of hold.']])
    expect(told('delete')).to.deep.equal([['action_unknown', asking.replace('close', 'delete'), 'Use one of hold.']])
    const unknown = 'The form of [visits] runs [hodl] on what it creates, which is not a row action of its table.'
    expect(told('hodl')).to.deep.equal([['action_unknown', unknown, 'Did you mean [hold]?']])
  })

  it('take each action once', () => {
    const twice = () => linked((form) => form.create_and('hold', 'Create and hold').create_and('hold', 'Hold it'))
    expect(twice).to.throw('The button for the action [hold] is declared twice.')
  })
})
