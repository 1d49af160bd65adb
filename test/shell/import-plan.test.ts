import type { Field, FormDefinition, ImportResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { type Choices, missingFields, outcomeOf, type Plan, planLine } from '../../host/shell/src/import/plan-import.ts'

const fields = {
  name: { kind: 'text', label: 'Name' },
  price: { kind: 'money', label: 'Price', currency: 'EUR' },
  notes: { kind: 'textarea', label: 'Notes' },
} satisfies Record<string, Field>
const definition = { fields, schema: { required: ['name', 'price'] } } as unknown as FormDefinition
const targets = [
  { name: 'id', label: 'ID', isKey: true },
  ...Object.entries(fields).map(([name, field]) => ({ name, label: field.label, field, isKey: name === 'name' })),
]

const planWith = (choices: Partial<Choices>): Plan => ({
  ...{ definition, targets, related: () => undefined },
  choices: {
    matching: ['id', 'name', 'price', null],
    key: null,
    clears: false,
    isStored: false,
    notation: {},
    ...choices,
  },
})
const line = (at: number, ...cells: string[]) => ({ line: at, cells })

describe('The lines of an import', () => {
  it('have the values of the matched columns; the id only where it finds records', () => {
    const given = line(2, '7', 'Lamp', '1.50', 'left out')
    expect(planLine(given, planWith({})).values).to.deep.equal({ name: 'Lamp', price: 150 })
    expect(planLine(given, planWith({ key: 'id' })).values).to.deep.equal({ id: 7, name: 'Lamp', price: 150 })
  })

  it('leave a value alone where their cell is empty, or remove it if the person says so, but never that of the key', () => {
    const given = line(2, '', 'Lamp', '', '')
    expect(planLine(given, planWith({ key: 'name' })).values).to.deep.equal({ name: 'Lamp' })
    expect(planLine(line(2, '7', '', '', ''), planWith({ key: 'name', clears: true })).values).to.deep.equal({
      price: null,
    })
    expect(planLine(given, planWith({ clears: true })).values, 'a new record has none to remove').to.deep.equal({
      name: 'Lamp',
    })
  })

  it('are refused with the reasons of the host beside those that cannot be read, in the order of the file', () => {
    const plan = planWith({})
    const lines = [
      line(2, '', 'A', 'x', ''),
      line(3, '', 'B', '1', ''),
      line(4, '', 'C', '2', ''),
      line(5, '', '', '3', ''),
    ]
    const planned = lines.map((each) => planLine(each, plan))
    const failed: ImportResult['failed'] = [
      { row: 2, error: { code: 'validation_failed', detail: '', errors: { name: 'Required', 'notes.0': 'Too long' } } },
      { row: 0, error: { code: 'conflict', detail: 'There is a [B] already.' } },
    ]
    const result = { saved: false, created: 1, changed: 0, unchanged: 0, failed }
    const outcome = outcomeOf(result, { lines, planned, plan })
    expect(outcome.refused.map(({ line: { line: at }, problems, general }) => [at, problems, general])).to.deep.equal([
      [2, { price: '“x” is not an amount. Enter it as 1,250.00.' }, []],
      [3, {}, ['There is a [B] already.']],
      [5, { name: 'Required' }, ['Notes: Too long']],
    ])
  })

  it('lack the fields that a new record needs and that no column has', () => {
    const missing = (matching: Choices['matching']) => missingFields(planWith({ matching })).map(({ label }) => label)
    expect(missing(['id', 'name', null])).to.deep.equal(['Price'])
    expect(missing(['price', 'name'])).to.deep.equal([])
  })
})
