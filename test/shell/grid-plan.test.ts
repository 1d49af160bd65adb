import type { Column, FormDefinition } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { inWords, pasteBody, refusalsIn, refusalsOf } from '../../host/shell/src/table/grid/paste-answer.ts'
import {
  countsOf,
  type PasteTarget,
  planPaste,
  spread,
  withRefusals,
} from '../../host/shell/src/table/grid/plan-paste.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

const FORM: FormDefinition = {
  ...{ id: 'items-edit-1', resource_id: 'items', operation: 'edit', revision: 'r' },
  submit: { method: 'PATCH', path: '/api/v1/shop/items/{id}' },
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      price: { type: 'integer', minimum: 0 },
      state: { enum: ['new', 'gone'] },
      reason: { type: 'string' },
      tags: { type: 'array', items: { type: 'string' } },
      maker_id: { type: 'integer' },
    },
    required: ['name', 'tags'],
  },
  fields: {
    name: { kind: 'text', label: 'Name' },
    price: { kind: 'number', label: 'Price', disabled_when: { field: 'state', schema: { const: 'gone' } } },
    state: {
      kind: 'select',
      label: 'State',
      options: [
        { value: 'new', label: 'New' },
        { value: 'gone', label: 'Gone' },
      ],
    },
    reason: {
      kind: 'text',
      label: 'Reason',
      visible_when: { field: 'state', schema: { const: 'gone' } },
      required_when: { field: 'state', schema: { const: 'gone' } },
    },
    tags: { kind: 'tags', label: 'Tags' },
    maker_id: { kind: 'relation', label: 'Maker', relation: { list_path: '/makers', title_attribute: 'name' } },
  },
  layout: [],
}

const text = (name: string, label: string): Column => ({ kind: 'text', name, label, sortable: false })
const COLUMNS: Column[] = [
  text('name', 'Name'),
  { kind: 'number', name: 'price', label: 'Price', sortable: false },
  {
    kind: 'badge',
    name: 'state',
    label: 'State',
    sortable: false,
    colors: {},
    options: [{ value: 'new', label: 'New' }],
  },
  text('reason', 'Reason'),
  { kind: 'tags', name: 'tags', label: 'Tags', sortable: false },
  text('made_by', 'Made by'),
]
const RECORDS = [
  { id: 1, name: 'Lamp', price: 10, state: 'new', tags: ['a'], made_by: 'Ada' },
  { id: 2, name: 'Rug', price: 20, state: 'new', tags: [], made_by: 'Ada' },
  { id: 3, name: 'Chair', price: 30, state: 'gone', reason: 'sold', tags: [], made_by: 'Bob' },
]

const target: PasteTarget = {
  records: RECORDS,
  columns: COLUMNS,
  definition: FORM,
  canChange: ({ name }) => name in FORM.fields,
  titles: new Map(),
  related: new Map(),
}
const at = (row: number, column: number) => ({ top: row, bottom: row, left: column, right: column })
const changesOf = (...args: Parameters<typeof planPaste>) =>
  planPaste(...args).records.map(({ record, changes }) => [record.id, changes])
const problemsIn = (...args: Parameters<typeof planPaste>) =>
  planPaste(...args).records.flatMap(({ cells }) => cells.map(({ problem }) => problem))

describe('The plan of a paste', () => {
  before(() => applyFormats({ locale: 'en-US' }))
  after(() => applyFormats({}))

  it('reads days and numbers as the pasted block writes them, like an import; without a sign, in the person’s way', () => {
    const definition: FormDefinition = {
      ...FORM,
      schema: { type: 'object', properties: { weight: { type: 'number' }, on: { type: 'string', format: 'date' } } },
      fields: { weight: { kind: 'number', label: 'Weight' }, on: { kind: 'date', label: 'On' } },
    }
    const columns: Column[] = [
      { kind: 'number', name: 'weight', label: 'Weight', sortable: false },
      { kind: 'date', name: 'on', label: 'On', sortable: false },
    ]
    const sheet = { ...target, definition, columns, canChange: () => true }
    const foreign = [
      ['1.250,5', '05/06/1990'],
      ['1.250', '31/12/1980'],
    ]
    expect(changesOf(foreign, at(0, 0), sheet)).to.deep.equal([
      [1, { weight: 1250.5, on: '1990-06-05' }],
      [2, { weight: 1250, on: '1980-12-31' }],
    ])
    expect(changesOf([['1.250', '05/06/1990']], at(0, 0), sheet)).to.deep.equal([
      [1, { weight: 1.25, on: '1990-05-06' }],
    ])
  })

  it('changes only the cells that differ', () => {
    const block = [
      ['Lamp', '11'],
      ['Rug', '20'],
      ['Stool', '30'],
    ]
    expect(changesOf(block, at(0, 0), target)).to.deep.equal([
      [1, { price: 11 }],
      [3, { name: 'Stool' }],
    ])
  })

  it('leaves out cells beyond the last row and column, and counts them', () => {
    const plan = planPaste([['Ada', 'x'], ['Eve', 'y'], ['z']], at(2, 5), target)
    expect(plan.outside).to.equal(4)
    expect(countsOf(plan)).to.deep.equal({ changed: 0, refused: 1, records: 0 })
  })

  it('refuses cells that are read only, of another kind, invalid, or required and emptied', () => {
    expect(problemsIn([['Eve']], at(0, 5), target)).to.deep.equal(['This column is read only.'])
    expect(problemsIn([['Ada']], at(0, 5), target), 'what it already shows').to.deep.equal([])
    expect(problemsIn([['1']], at(0, 1), { ...target, canChange: () => false }), 'needs its form').to.deep.equal([
      'This value can only be changed in its record.',
    ])
    expect(problemsIn([['much']], at(0, 1), target)).to.deep.equal(['“much” is not a number.'])
    expect(problemsIn([['-1']], at(0, 1), target)).to.deep.equal(['At least 0'])
    expect(problemsIn([['1.5']], at(0, 1), target)).to.deep.equal(['Enter a whole number'])
    expect(problemsIn([['']], at(0, 0), target)).to.deep.equal(['Name is required'])
  })

  it('empties a cell with null, and a list with an empty one', () => {
    expect(changesOf([['']], at(0, 1), target)).to.deep.equal([[1, { price: null }]])
    expect(changesOf([['']], at(0, 4), target)).to.deep.equal([[1, { tags: [] }]])
    expect(changesOf([['']], at(1, 4), target), 'it is empty').to.deep.equal([])
  })

  it('asks the form of each record whether a field applies, may be changed, and what else is then required', () => {
    expect(problemsIn([['late']], at(0, 3), target)).to.deep.equal(['It does not apply to this record.'])
    expect(problemsIn([['5']], at(2, 1), target)).to.deep.equal(['It cannot be changed in this record.'])
    expect(problemsIn([['Gone']], at(0, 2), target)).to.deep.equal(['Reason: Reason is required'])
    expect(changesOf([['Gone', 'lost']], at(0, 2), target)).to.deep.equal([[1, { state: 'gone', reason: 'lost' }]])
  })

  it('changes the other cells of a record of which one is refused', () => {
    expect(changesOf([['Shade', 'much']], at(0, 0), target)).to.deep.equal([[1, { name: 'Shade' }]])
  })

  it('fills the chosen area with one text, and repeats a block that fits into it', () => {
    const area = { top: 0, bottom: 3, left: 0, right: 1 }
    expect(spread([['a']], area)).to.deep.equal([
      ['a', 'a'],
      ['a', 'a'],
      ['a', 'a'],
      ['a', 'a'],
    ])
    expect(
      spread(
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
        area,
      ),
    ).to.deep.equal([
      ['a', 'b'],
      ['c', 'd'],
      ['a', 'b'],
      ['c', 'd'],
    ])
    expect(spread([['a', 'b', 'c']], area)).to.deep.equal([['a', 'b', 'c']])
    expect(spread([['a'], ['b', 'c']], at(0, 0)), 'rows of different lengths').to.deep.equal([['a'], ['b', 'c']])
  })

  it('is sent with the records as they were shown', () => {
    const plan = planPaste([['11'], ['much'], ['']], at(0, 1), { ...target, records: RECORDS.slice(0, 2) })
    expect(pasteBody(plan, FORM)).to.deep.equal({
      records: [
        {
          id: 1,
          changes: { price: 11 },
          seen: { name: 'Lamp', price: 10, state: 'new', reason: null, tags: ['a'], maker_id: null },
        },
      ],
    })
  })

  it('is sent with the values that it changes alone if the records are too large for one request', () => {
    const seenWith = (length: number) => {
      const records = RECORDS.map((record) => ({ ...record, reason: 'é'.repeat(length) }))
      const plan = planPaste([['11'], ['12']], at(0, 1), { ...target, records })
      return pasteBody(plan, FORM).records.map(({ seen }) => Object.keys(seen ?? {}))
    }
    expect(seenWith(200_000)).to.deep.equal([Object.keys(FORM.fields), Object.keys(FORM.fields)])
    expect(seenWith(300_000)).to.deep.equal([['price'], ['price']])
  })

  it('takes what the host refuses, by record, or by the place in the request', () => {
    const plan = planPaste(
      [
        ['much', ''],
        ['11', 'Gone'],
      ],
      at(0, 1),
      target,
    )
    const own = planPaste(
      [
        ['Shade', '11'],
        ['Mat', '12'],
      ],
      at(0, 0),
      target,
    )
    const failed = [{ id: 2, error: { code: 'conflict', detail: 'Taken', errors: { name: 'Already taken' } } }]
    expect([...refusalsOf(own, failed)]).to.deep.equal([[2, { name: 'Already taken' }]])
    expect(inWords(failed, FORM)).to.have.nested.property('[0].error.detail', 'Name: Already taken')
    const stale = [{ id: 1, error: { code: 'version_mismatch', detail: 'x', errors: { tags: 'x' } } }]
    expect([...refusalsOf(own, stale)]).to.deep.equal([
      [
        1,
        {
          name: 'Somebody else has changed it since you saw it.',
          price: 'Somebody else has changed it since you saw it.',
        },
      ],
    ])
    const problem = { errors: { 'records.1.changes.price': 'At most 11' } } as unknown as Parameters<
      typeof refusalsIn
    >[1]
    const named = refusalsIn(own, problem)
    expect([...named]).to.deep.equal([[2, { price: 'At most 11' }]])
    const rest = withRefusals(own, named)
    expect(countsOf(rest)).to.deep.equal({ changed: 3, refused: 1, records: 2 })
    expect(pasteBody(rest, FORM).records.map(({ changes }) => changes)).to.deep.equal([
      { name: 'Shade', price: 11 },
      { name: 'Mat' },
    ])
    expect(plan.records).to.have.lengthOf(2)
  })
})
