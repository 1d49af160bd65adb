import type { Column, Field } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { readCell, readNumber, type CellContext } from '../../host/shell/src/import/read-cell.ts'
import { shownText } from '../../host/shell/src/table/shown-text.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

const options = [
  { value: 'no_show', label: 'No-show' },
  { value: 'done', label: 'Carried out' },
]
const relation = { list_path: '/c', title_attribute: 'name' }
const related = (text: string) => ({ Ada: 7, '7': 7, Eve: null })[text]

const read = (kind: Field['kind'], text: string, more: object = {}, context: Partial<CellContext> = {}) => {
  const field = { kind, label: 'X', ...more } as Field
  const reading = readCell(text, { field, schema: {}, isStored: false, related, ...context })
  return 'value' in reading ? reading.value : reading
}
const refused = (...given: Parameters<typeof read>) => (read(...given) as { problem?: string }).problem ?? ''

describe('A cell that is imported', () => {
  afterEach(() => applyFormats({}))

  it('is read as the export of the list writes its value, in each language', () => {
    const column = (kind: string, more: object = {}) => ({ kind, name: 'x', label: 'X', ...more }) as unknown as Column
    const written: [Field['kind'], Column, unknown, object?][] = [
      ['number', column('number'), -12_345.25],
      ['money', column('money', { currency: 'EUR' }), 123_456_750, { currency: 'EUR' }],
      ['money', column('money', { currency: 'EUR' }), -5, { currency: 'EUR' }],
      ['toggle', column('boolean'), false],
      ['select', column('badge', { options }), 'no_show', { options }],
      ['tags', column('tags'), ['vip', 'navy']],
      ['date', column('date'), '2026-02-11'],
      ['datetime', column('datetime'), '2026-02-11T14:30:00.000Z'],
    ]
    for (const locale of ['en-US', 'en-GB', 'de-DE', 'de-AT', 'fr-CH']) {
      applyFormats({ locale, time_zone: 'Europe/Vienna' })
      for (const [kind, of, value, more] of written)
        expect(read(kind, shownText(of, value), more), `${locale} ${kind} ${shownText(of, value)}`).to.deep.equal(value)
    }
  })

  it('is read as it is stored, too', () => {
    expect(read('money', '1250', { currency: 'EUR' }, { isStored: true })).to.equal(1250)
    expect(read('money', '1250', { currency: 'EUR' })).to.equal(125_000)
    expect(read('select', 'done', { options })).to.equal('done')
    expect(read('tags', '["vip","navy"]')).to.deep.equal(['vip', 'navy'])
    expect(read('datetime', '2026-02-11T14:30:00+02:00')).to.equal('2026-02-11T12:30:00.000Z')
    expect(read('toggle', 'true')).to.equal(true)
    expect(read('repeater', '[{"kind":"email"}]')).to.deep.equal([{ kind: 'email' }])
    expect(read('text', '0043 1')).to.equal('0043 1')
    expect(read('text', '7', {}, { schema: { type: 'integer' } })).to.equal(7)
  })

  it('is a number in the person’s language first, and otherwise as computers write it', () => {
    applyFormats({ locale: 'de-DE' })
    expect(['1.234', '1.234,5', '1,5', '1.5', '-7', '1e3'].map((text) => readNumber(text))).to.deep.equal([
      1234, 1234.5, 1.5, 1.5, -7, 1000,
    ])
    applyFormats({ locale: 'en-US' })
    expect(['1,234', '1,234.5', '1,5', '1.5', '', 'x', '1 2'].map((text) => readNumber(text))).to.deep.equal([
      ...[1234, 1234.5, undefined, 1.5],
      ...[undefined, undefined, undefined],
    ])
  })

  it('names a related record by its title or its id, one or several', () => {
    expect(read('relation', 'Ada', { relation })).to.equal(7)
    expect(read('relation', 'Ada; 7', { relation, multiple: true })).to.deep.equal([7, 7])
    expect(refused('relation', 'Eve', { relation })).to.include('Several')
    expect(refused('relation', 'Bob', { relation })).to.include('not known')
  })

  it('says what it should be if it cannot be read', () => {
    applyFormats({ locale: 'en-GB' })
    expect(refused('date', '2026-02-30')).to.equal('“2026-02-30” is not a date. Enter it as YYYY-MM-DD or DD/MM/YYYY.')
    expect(refused('select', 'gone', { options })).to.equal('“gone” is none of No-show, Carried out.')
    expect(refused('toggle', 'maybe')).to.include('neither Yes nor No')
    expect(refused('money', 'much', { currency: 'EUR' })).to.include('not an amount')
    expect(refused('time', '25:00')).to.include('not a time')
    expect(refused('datetime', 'tomorrow')).to.include('not a date and a time')
  })
})
