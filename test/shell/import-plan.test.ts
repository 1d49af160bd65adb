import type { Field, FormDefinition, ImportResult } from '@atrium/sdk/documents'
import { expect } from 'chai'
import {
  type Choices,
  isSentPartly,
  missingFields,
  outcomeOf,
  type Plan,
  planLine,
} from '../../host/shell/src/import/plan-import.ts'

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
    const outcome = outcomeOf(result, { planned, partly: [], plan })
    expect(outcome.refused.map(({ line: { line: at }, problems, general }) => [at, problems, general])).to.deep.equal([
      [2, { price: ['“x” is not an amount. Enter it as 1,250.00.'] }, []],
      [3, {}, ['There is a [B] already.']],
      [5, { name: ['Required'] }, ['Notes: Too long']],
    ])
  })

  it('have all of their mistakes: several of a field, and those of the host beside cells that cannot be read', () => {
    const plan = planWith({})
    const lines = [line(2, '', '', 'x', ''), line(3, '', 'B', '1', ''), line(4, '', 'C', 'y', '')]
    const planned = lines.map((each) => planLine(each, plan))
    const at = (pointer: string, message: string) => ({ pointer, message, keyword: 'value' })
    const failedWith = (...details: ReturnType<typeof at>[]) => {
      const errors = Object.fromEntries(
        details.map(({ pointer, message }) => [pointer.slice(1).replaceAll('/', '.'), message]),
      )
      return { code: 'validation_failed', detail: '', errors, details }
    }
    const short = [at('/name', 'Too short'), at('/name', 'Only letters'), at('/notes/0', 'Too long')]
    const failed = [{ row: 0, error: failedWith(...short) }]
    const partly = [
      { row: 0, error: failedWith(at('/name', 'Required'), at('/price', 'Required')) },
      { row: 1, error: { code: 'conflict', detail: 'There is a [C] already.' } },
    ]
    const result = { saved: false, created: 0, changed: 0, unchanged: 0, failed }
    const outcome = outcomeOf(result, { planned, partly, plan })
    expect(outcome.refused.map(({ problems, general }) => [problems, general])).to.deep.equal([
      [{ name: ['Required'], price: ['“x” is not an amount. Enter it as 1,250.00.'] }, []],
      [{ name: ['Only letters', 'Too short'] }, ['Notes: Too long']],
      [{ price: ['“y” is not an amount. Enter it as 1,250.00.'] }, ['There is a [C] already.']],
    ])
  })

  it('are not checked in part if the cell of their key cannot be read', () => {
    const isPartly = (key: string | null, ...cells: string[]) => {
      const plan = planWith({ key })
      return isSentPartly(plan)(planLine(line(2, ...cells), plan))
    }
    expect(isPartly('name', '', 'Lamp', 'x')).to.equal(true)
    expect(isPartly('price', '', 'Lamp', 'x')).to.equal(false)
    expect(isPartly(null, '', 'Lamp', 'x')).to.equal(true)
    expect(isPartly(null, '', 'Lamp', '1'), 'it is sent as a whole').to.equal(false)
  })

  it('lack the fields that a new record needs and that no column has', () => {
    const missing = (matching: Choices['matching']) => missingFields(planWith({ matching })).map(({ label }) => label)
    expect(missing(['id', 'name', null])).to.deep.equal(['Price'])
    expect(missing(['price', 'name'])).to.deep.equal([])
  })
})
