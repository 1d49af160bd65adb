import type { Column, Field } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { type CellField, readCell } from '../../host/shell/src/values/read-cell.ts'
import { shownText } from '../../host/shell/src/table/shown-text.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

const options = [
  { value: 'no_show', label: 'No-show' },
  { value: 'done', label: 'Carried out' },
]
const relation = { list_path: '/c', title_attribute: 'name' }
const related = (text: string) =>
  text === 'Ada' || text === '7' ? { value: 7 } : { problem: `“${text}” was not found.` }

const read = (kind: Field['kind'], text: string, more: object = {}, context: Partial<CellField> = {}) => {
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

  it('names a related record by its title or its id, one or several', () => {
    expect(read('relation', 'Ada', { relation })).to.equal(7)
    expect(read('relation', 'Ada; 7', { relation, multiple: true })).to.deep.equal([7, 7])
    expect(refused('relation', 'Bob', { relation })).to.include('was not found')
    expect(refused('relation', 'Ada; Bob', { relation, multiple: true })).to.include('“Bob” was not found')
  })

  it('says what it should be if it cannot be read', () => {
    applyFormats({ locale: 'en-GB' })
    expect(refused('date', '2026-02-30')).to.equal('“2026-02-30” is not a date. Enter it as YYYY-MM-DD or DD/MM/YYYY.')
    expect(refused('select', 'gone', { options })).to.equal('“gone” is none of No-show, Carried out.')
    expect(refused('toggle', 'maybe')).to.include('neither Yes nor No')
    expect(refused('money', '12,50', { currency: 'EUR' })).to.equal('“12,50” is not an amount. Enter it as 1,250.00.')
    expect(refused('time', '25:00')).to.include('not a time')
    expect(refused('datetime', 'tomorrow')).to.include('not a date with a time')
  })
})
