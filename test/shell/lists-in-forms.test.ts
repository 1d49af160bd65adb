import type { FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { withoutErrorsAt, serverErrors } from '../../host/shell/src/form/field-errors.ts'
import { fieldStates } from '../../host/shell/src/form/field-states.ts'
import { initialValues } from '../../host/shell/src/form/form-values.ts'
import { itemScope } from '../../host/shell/src/form/form-scope.ts'
import { submission } from '../../host/shell/src/form/submission.ts'
import { validateForm } from '../../host/shell/src/form/validate-form.ts'

const isRobot = { field: 'kind', schema: { const: 'robot' } }
const definition: FormDefinition = {
  id: 'teams-create-1',
  resource_id: 'teams',
  operation: 'create',
  submit: { method: 'POST', path: '/api/v1/shop/teams' },
  revision: 'abcdef0123456789',
  schema: {
    type: 'object',
    required: ['members', 'tags'],
    properties: {
      tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
      members: {
        type: 'array',
        maxItems: 2,
        items: {
          type: 'object',
          minProperties: 1,
          required: ['kind'],
          properties: {
            kind: { enum: ['person', 'robot'] },
            name: { type: 'string', maxLength: 5 },
            serial: { type: 'string' },
            born_in: { type: 'integer' },
          },
        },
      },
    },
  },
  fields: {
    tags: { kind: 'tags', label: 'Tags' },
    members: {
      kind: 'repeater',
      label: 'Members',
      item_label: 'member',
      fields: {
        kind: { kind: 'select', label: 'Kind', options: [] },
        name: { kind: 'text', label: 'Name' },
        serial: { kind: 'text', label: 'Serial', visible_when: isRobot, required_when: isRobot },
      },
      layout: [],
    },
  },
  layout: [],
}

const empty = initialValues(definition, null)
const statesOf = (values: Record<string, unknown>) => fieldStates(definition, { values, record: null })
const errorsOf = (values: Record<string, unknown>) => {
  const all = { ...empty, ...values }
  return validateForm(definition, all, statesOf(all))
}
const bodyOf = (values: Record<string, unknown>) => {
  const all = { ...empty, ...values }
  return submission(definition, { values: all, states: statesOf(all), initial: empty })
}

describe('lists in forms', () => {
  it('start empty if they are required, which is valid', () => {
    expect(empty).to.deep.equal({ tags: [], members: [] })
    expect(errorsOf({})).to.deep.equal({})
  })

  it('are validated object by object, and errors name the wrong tag', () => {
    expect(errorsOf({ members: [{ kind: 'person', name: 'Ada' }, { name: 'Charles' }] })).to.deep.equal({
      'members.1.kind': 'Kind is required',
      'members.1.name': 'At most 5 characters',
    })
    expect(errorsOf({ members: [{}, {}, {}] })).to.include({
      members: 'At most 2 entries',
      'members.0': 'Fill in at least one field',
    })
    expect(errorsOf({ tags: ['vip', 'very'] })).to.deep.equal({ tags: 'very: At most 3 characters' })
  })

  it('have conditions that apply to each object separately', () => {
    expect(errorsOf({ members: [{ kind: 'robot' }, { kind: 'person' }] })).to.deep.equal({
      'members.0.serial': 'Serial is required',
    })
  })

  it('are sent without empty and hidden fields, and with members that the form does not show', () => {
    const members = [
      { kind: 'person', name: '', serial: 'R2', born_in: 1815 },
      { kind: 'robot', serial: 'R2' },
    ]
    expect(bodyOf({ members }).members).to.deep.equal([
      { kind: 'person', born_in: 1815 },
      { kind: 'robot', serial: 'R2' },
    ])
  })

  it('show errors of the host at the deepest input', () => {
    const problem = {
      type: '',
      title: '',
      status: 422,
      detail: 'No.',
      code: 'x',
      message: '',
      request_id: 'r',
      retryable: false,
    }
    const details = ['/members/1/name', '/members/0/born_in', '/members', '/tags/3', '/other/1'].map((pointer) => ({
      pointer,
      keyword: 'x',
      message: pointer,
    }))
    const found = serverErrors({ ...problem, details }, { definition, states: statesOf(empty) })
    expect(found).to.deep.equal({
      fields: {
        'members.1.name': '/members/1/name',
        'members.0': '/members/0/born_in',
        members: '/members',
        tags: '/tags/3',
      },
      rest: ['other.1: /other/1'],
    })
  })

  it('drop the errors at a changed place, inside it and around it', () => {
    const errors = { members: 'a', 'members.1': 'b', 'members.1.name': 'c', 'members.10.name': 'd', tags: 'e' }
    expect(Object.keys(withoutErrorsAt(errors, 'members.1.kind'))).to.deep.equal([
      'members.1.name',
      'members.10.name',
      'tags',
    ])
    expect(Object.keys(withoutErrorsAt(errors, 'members'))).to.deep.equal(['tags'])
  })

  it('give each object a scope for its fields', () => {
    const changes: unknown[] = []
    const scope = itemScope(
      {
        definition,
        values: { members: [{ kind: 'person' }, { kind: 'robot', serial: 'R2' }] },
        initial: empty,
        record: null,
        states: statesOf(empty),
        errors: { 'members.1.serial': 'Taken' },
        prefix: '',
        setValue: (...change) => changes.push(change),
      },
      { name: 'members', index: 1 },
    )
    expect(scope.errors).to.deep.equal({ serial: 'Taken' })
    expect(scope.states.serial).to.deep.equal({ isVisible: true, isRequired: true, isDisabled: false })
    expect(scope.prefix).to.equal('members.1.')
    scope.setValue('serial', '')
    expect(changes).to.deep.equal([['members', [{ kind: 'person' }, { kind: 'robot' }], 'members.1.serial']])
  })
})
