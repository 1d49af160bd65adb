import type { Field, JsonSchema } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'
import { formatDay, formatInstant } from '../../host/shell/src/values/dates.ts'
import { formatMoney } from '../../host/shell/src/values/money.ts'
import { type CellReading, readCell } from '../../host/shell/src/values/read-cell.ts'
import { readShownDay, readShownInstant } from '../../host/shell/src/values/typed-moment.ts'
import { readTypedAmount, readTypedNumber } from '../../host/shell/src/values/typed-number.ts'

const as = (locale: string, more: object = {}) => applyFormats({ locale, time_zone: 'Europe/Berlin', ...more })
const read = (text: string, field: Field, schema: JsonSchema = {}) => readCell(text, { field, schema })
const label = 'Field'
const problem = (reading: CellReading) => ('problem' in reading ? reading.problem : undefined)

describe('A pasted text', () => {
  beforeEach(() => as('en-US'))
  after(() => applyFormats({}))

  it('is a number as the person’s language writes it, or as programs do', () => {
    expect(['1,234.5', '1234.5', '-12', '−12', ' 7 ', '1,234,567'].map((text) => readTypedNumber(text))).to.deep.equal([
      ...['1234.5', '1234.5', '-12', '-12', '7', '1234567'],
    ])
    for (const text of ['12,5', '1,2,3', 'twelve', '', '1.2.3', '1 2', '0x10', '1e5', 'Infinity'])
      expect(readTypedNumber(text), text).to.equal(undefined)
    as('de-DE')
    expect(['1.234,5', '1.234', '12,5', '12.5', '1234'].map((text) => readTypedNumber(text))).to.deep.equal([
      ...['1234.5', '1234', '12.5', '12.5', '1234'],
    ])
    as('fr-FR')
    expect(['1 234,5', '1\u202F234,5', '1\u00A0234'].map((text) => readTypedNumber(text))).to.deep.equal([
      ...['1234.5', '1234.5', '1234'],
    ])
  })

  it('is an amount with or without its currency, in every notation that lists show', () => {
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'pl-PL']) {
      as(locale)
      for (const amount of [0, 5, 123_456_789, -1250])
        expect(
          read(formatMoney(amount, 'EUR'), { kind: 'money', label, currency: 'EUR' }),
          `${locale} ${amount}`,
        ).to.deep.equal({
          value: amount,
        })
    }
    as('en-US')
    expect(['€12.50', 'EUR 12.50', '12.5', '12.50 €'].map((text) => readTypedAmount(text, 'EUR'))).to.deep.equal([
      ...['12.50', '12.50', '12.5', '12.50'],
    ])
    expect(problem(read('1.234', { kind: 'money', label, currency: 'EUR' }))).to.contain('more than 2 decimal places')
    expect(problem(read('$5', { kind: 'money', label, currency: 'EUR' }))).to.contain('not an amount')
  })

  it('is a day or an instant in every format that lists show', () => {
    for (const locale of ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'pl-PL'])
      for (const date_style of ['short', 'medium', 'long', 'full'] as const) {
        as(locale, { formats: { date_style } })
        const moment = new Date('2026-11-27T08:30:00.000Z')
        expect(readShownDay(formatDay(moment)), `${locale} ${date_style}: ${formatDay(moment)}`).to.equal('2026-11-27')
        const shown = formatInstant(moment)
        expect(readShownInstant(shown), `${locale} ${date_style}: ${shown}`).to.equal(moment.toISOString())
      }
  })

  it('is a day or an instant as spreadsheets and programs write them', () => {
    const days = ['2026-11-27', '11/27/2026', '27.11.2026', 'Nov 27, 2026', '2026-11-27 00:00:00', '11/27/2026 00:00']
    for (const text of days) expect(readShownDay(text), text).to.equal('2026-11-27')
    for (const text of ['2026-11-27T08:30:00Z', '2026-11-27 09:30', '11/27/2026 9:30 AM', '2026-11-27T09:30:00+01:00'])
      expect(readShownInstant(text), text).to.equal('2026-11-27T08:30:00.000Z')
    for (const text of ['27/11/2026', '2026-02-30', 'soon', '27']) expect(readShownDay(text), text).to.equal(undefined)
    expect(problem(read('2026-11-27', { kind: 'datetime', label })), 'without a time').to.contain('with a time')
  })

  it('is an option by its label, or else by its value', () => {
    const options = [
      { value: 'in_use', label: 'In use' },
      { value: 3, label: 'Three' },
      { value: 'a', label: 'Twice' },
      { value: 'b', label: 'Twice' },
    ]
    const field: Field = { kind: 'select', label, options }
    expect(['In use', 'in use', 'in_use', 'three', '3'].map((text) => read(text, field))).to.deep.equal([
      ...[{ value: 'in_use' }, { value: 'in_use' }, { value: 'in_use' }, { value: 3 }, { value: 3 }],
    ])
    expect(problem(read('lost', field))).to.contain('is none of In use, Three')
    expect(problem(read('Twice', field))).to.contain('2 options')
  })

  it('is yes or no, a time, a list, or one line of text', () => {
    const toggle: Field = { kind: 'toggle', label }
    expect(['Yes', 'no', 'TRUE', '0'].map((text) => read(text, toggle))).to.deep.equal([
      ...[{ value: true }, { value: false }, { value: true }, { value: false }],
    ])
    expect(problem(read('maybe', toggle))).to.contain('neither Yes nor No')
    expect(read('9.30', { kind: 'time', label })).to.deep.equal({ value: '09:30' })
    expect(read('a, b,a', { kind: 'tags', label })).to.deep.equal({ value: ['a', 'b'] })
    expect(read(' one\ntwo ', { kind: 'text', label })).to.deep.equal({ value: 'one two' })
    expect(read('one\ntwo', { kind: 'textarea', label })).to.deep.equal({ value: 'one\ntwo' })
  })

  it('empties a cell if it is blank, and is refused by fields that need their form', () => {
    expect(read('  ', { kind: 'number', label })).to.deep.equal({ value: null })
    expect(problem(read('a file', { kind: 'file', label }))).to.contain('in its record')
  })
})
