import { expect } from 'chai'
import { axisLabel, chartFigures, figureFormat, seriesColors } from '../../host/shell/src/widgets/chart-figures.ts'
import { chart } from './chart-widget.ts'

describe('charts', () => {
  const read = (rows: unknown) => chartFigures(chart, { totals: { by_day: rows } })

  it('read their rows from the declared place, or from the answer itself', () => {
    const rows = [{ day: 'Monday', first: 1, again: 2 }]
    const points = [{ label: 'Monday', figures: { first: 1, again: 2 } }]
    expect(read(rows)).to.deep.equal(points)
    const { rows: _, ...bare } = chart
    expect(chartFigures(bare, rows)).to.deep.equal(points)
  })

  it('read numbers from text, and leave gaps for missing ones', () => {
    const figures = read([{ first: '1250.5' }, { first: null, again: '' }, { first: 'many', again: 0 }]).map(
      (point) => [point.figures.first, point.figures.again],
    )
    expect(figures).to.deep.equal([
      [1250.5, null],
      [null, null],
      [null, 0],
    ])
  })

  it('name the answer that has no rows', () => {
    for (const answer of [null, {}, { totals: [] }, { totals: { by_day: {} } }])
      expect(() => chartFigures(chart, answer)).to.throw(
        'The answer of [/api/v1/practice/summary] has no list of rows at [totals/by_day].',
      )
  })

  it('write days and months on the axis in the person’s notation, and other text as it is', () => {
    const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
    const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })
    expect(axisLabel('2026-03-01')).to.equal(day.format(new Date(2026, 2, 1)))
    expect(axisLabel('2026-12')).to.equal(month.format(new Date(2026, 11, 1)))
    for (const text of ['2026', '2026-13', 'Berlin', '']) expect(axisLabel(text)).to.equal(text)
  })

  it('write amounts in full, and short on the axis', () => {
    const { inFull, short } = figureFormat({ kind: 'money', currency: 'EUR' })
    expect(inFull(123_456)).to.equal(
      new Intl.NumberFormat(undefined, { style: 'currency', currency: 'EUR' }).format(1234.56),
    )
    expect(short(1_350_000)).to.match(/13[.,]5/)
    expect(figureFormat({ kind: 'number' }).short(1050)).to.match(/1[.,]05/)
  })

  it('give each series its declared colour, else one of its own', () => {
    const named = seriesColors([
      { name: 'a', label: 'A' },
      { name: 'b', label: 'B', color: 'blue' },
      { name: 'c', label: 'C' },
    ])
    expect(named).to.deep.equal(['orange', 'blue', 'teal'])
    const many = Array.from({ length: 9 }, (_, index) => ({ name: `s${index}`, label: 'S' }))
    expect(new Set(seriesColors(many)).size).to.equal(9)
  })
})
