import type { Column } from '@atrium/sdk/documents'
import { expect } from 'chai'
import {
  arrange,
  fittingWidth,
  moved,
  readColumns,
  withColumn,
  withWidth,
  writeColumns,
} from '../../host/shell/src/table/layout.ts'

const column = (name: string, hidden = false): Column => ({
  kind: 'text',
  name,
  label: name,
  sortable: true,
  ...(hidden && { hidden }),
})
const declared = [column('name'), column('status'), column('price'), column('notes', true)]
const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(' ')

describe('the columns of a list', () => {
  it('are as declared until a person chooses, without those that are hidden at first', () => {
    expect(names(arrange(declared, null))).to.equal('name status price')
  })

  it('are shown in the chosen order and width', () => {
    const shown = arrange(declared, readColumns('notes.120,name'))
    expect(names(shown)).to.equal('notes name')
    expect(shown.map(({ width }) => width)).to.deep.equal([120, undefined])
  })

  it('leave out names that are no columns, or no longer, and are as declared if none is left', () => {
    expect(names(arrange(declared, readColumns('gone,price,price')))).to.equal('price')
    expect(names(arrange(declared, readColumns('gone')))).to.equal('name status price')
  })

  it('are never none, even if each is hidden at first', () => {
    expect(names(arrange([column('notes', true)], null))).to.equal('notes')
  })

  it('are written as they were read', () => {
    for (const text of ['name,price.120', 'price']) expect(writeColumns(readColumns(text) ?? [])).to.equal(text)
    expect(readColumns('')).to.be.null
  })

  it('have a width that can be read and leaves room for others', () => {
    expect([fittingWidth(3), fittingWidth(99.6), fittingWidth(5000)]).to.deep.equal([64, 100, 800])
    expect(readColumns('name.9999')).to.deep.equal([{ name: 'name', width: 800 }])
    const wide = withWidth([{ name: 'name' }, { name: 'price', width: 90 }], 'name', 200)
    expect(wide).to.deep.equal([
      { name: 'name', width: 200 },
      { name: 'price', width: 90 },
    ])
    expect(withWidth(wide, 'price', undefined)[1]).to.deep.equal({ name: 'price' })
  })

  it('get another one behind those that precede it in the declaration', () => {
    expect(names(withColumn([{ name: 'price' }, { name: 'name' }], 'status', declared))).to.equal('price name status')
    expect(names(withColumn([{ name: 'price' }], 'name', declared))).to.equal('name price')
  })

  it('are moved to another place', () => {
    expect(names(moved(declared, 'price', 0))).to.equal('price name status notes')
    expect(names(moved(declared, 'name', 2))).to.equal('status price name notes')
  })
})
