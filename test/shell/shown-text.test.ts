import type { Column } from '@atrium/sdk/documents'
import { expect } from 'chai'
import { shownText } from '../../host/shell/src/table/shown-text.ts'
import { csvOf } from '../../host/shell/src/values/csv.ts'
import { formatDay, formatInstant } from '../../host/shell/src/values/dates.ts'
import { formatMoney } from '../../host/shell/src/values/money.ts'
import { applyFormats } from '../../host/shell/src/values/person-formats.ts'

const column = (kind: string, more: object = {}) =>
  ({ kind, name: 'x', label: 'X', sortable: false, ...more }) as Column
const options = [{ value: 'no_show', label: 'No-show' }]

describe('a list that is exported as shown', () => {
  afterEach(() => applyFormats({}))

  it('has the words of the screen instead of what is stored', () => {
    expect(shownText(column('badge', { options, colors: {} }), 'no_show')).to.equal('No-show')
    expect(shownText(column('text', { options }), 'other')).to.equal('other')
    expect(shownText(column('money', { currency: 'EUR' }), 1250)).to.equal(formatMoney(1250, 'EUR'))
    expect(shownText(column('boolean'), false)).to.equal('No')
    expect(shownText(column('tags'), ['vip', 'navy'])).to.equal('vip, navy')
    expect(shownText(column('date'), '2026-03-29')).to.equal(formatDay(new Date(2026, 2, 29)))
    const relation = { list_path: '/clients', title_attribute: 'name' }
    expect(shownText(column('relation', { relation }), 7, new Map([[7, 'Ada Lovelace']]))).to.equal('Ada Lovelace')
    expect(shownText(column('relation', { relation }), 8, new Map()), 'out of reach').to.equal('8')
  })

  it('has the names and values of an object in words, such as the arguments of a call, instead of JSON', () => {
    const value = { client_id: 2, starts_at: '2026-11-20T08:00:00Z', tags: ['vip', 'navy'], notes: '', paid: true }
    expect(shownText(column('text'), value)).to.equal(
      `Client id: 2 · Starts at: ${formatInstant(new Date('2026-11-20T08:00:00Z'))} · Tags: vip, navy · Notes: – · Paid: Yes`,
    )
    expect(shownText(column('text'), {})).to.equal('')
    expect(shownText(column('text'), { at: { x: 1 } })).to.equal('At: {"x":1}')
  })

  it('has the moment instead of the time since then, which means nothing later', () => {
    const at = '2026-11-20T08:00:00Z'
    expect(shownText(column('since'), at)).to.equal(formatInstant(new Date(at)))
  })

  it('is empty where there is no value', () => {
    for (const kind of ['text', 'number', 'money', 'boolean', 'badge', 'tags', 'date', 'since', 'relation'])
      expect(shownText(column(kind, { currency: 'EUR', colors: {} }), null), kind).to.equal('')
  })

  it('is a file that spreadsheets read, and in which no text becomes a formula', () => {
    expect(
      csvOf([
        ['Name', 'Notes'],
        ['Oak, "old"', 'a\nb'],
      ]),
    ).to.equal('\uFEFFName,Notes\r\n"Oak, ""old""","a\nb"\r\n')
    expect(csvOf([['=1+1', '-5', '+49 30 901820', '@x']])).to.equal("\uFEFF'=1+1,-5,+49 30 901820,'@x\r\n")
  })

  it('separates cells as spreadsheets of the language do: by semicolons where numbers have a comma', () => {
    const rows = [
      ['Preis', 'Notiz'],
      ['49,00 €', 'alt; neu'],
    ]
    applyFormats({ locale: 'de-DE' })
    expect(csvOf(rows)).to.equal('\uFEFFPreis;Notiz\r\n"49,00 €";"alt; neu"\r\n')
    applyFormats({ locale: 'en-GB' })
    expect(csvOf(rows)).to.equal('\uFEFFPreis,Notiz\r\n"49,00 €","alt; neu"\r\n')
  })
})
