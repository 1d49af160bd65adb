import { expect } from 'chai'
import { areaOf, columnsIn, isSeveral, moved, rowsIn, tabbed } from '../../host/shell/src/table/grid/grid-range.ts'

const SIZE = { rows: 20, columns: 4, page: 8 }
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey, metaKey: false })
const from = { row: 5, column: 2 }

describe('The cells of a grid', () => {
  it('are reached with the arrows, which stop at the edges, and jump there with Ctrl', () => {
    expect(moved(from, key('ArrowUp'), SIZE)).to.deep.equal({ row: 4, column: 2 })
    expect(moved(from, key('ArrowRight'), SIZE)).to.deep.equal({ row: 5, column: 3 })
    expect(moved({ row: 0, column: 0 }, key('ArrowLeft'), SIZE)).to.deep.equal({ row: 0, column: 0 })
    expect(moved({ row: 19, column: 3 }, key('ArrowDown'), SIZE)).to.deep.equal({ row: 19, column: 3 })
    expect(moved(from, key('ArrowDown', true), SIZE)).to.deep.equal({ row: 19, column: 2 })
    expect(moved(from, key('ArrowLeft', true), SIZE)).to.deep.equal({ row: 5, column: 0 })
  })

  it('are reached with Home, End and the page keys', () => {
    expect(moved(from, key('Home'), SIZE)).to.deep.equal({ row: 5, column: 0 })
    expect(moved(from, key('End'), SIZE)).to.deep.equal({ row: 5, column: 3 })
    expect(moved(from, key('Home', true), SIZE)).to.deep.equal({ row: 0, column: 0 })
    expect(moved(from, key('End', true), SIZE)).to.deep.equal({ row: 19, column: 3 })
    expect(moved(from, key('PageDown'), SIZE)).to.deep.equal({ row: 13, column: 2 })
    expect(moved(from, key('PageUp'), SIZE)).to.deep.equal({ row: 0, column: 2 })
    expect(moved(from, key('a'), SIZE)).to.equal(undefined)
  })

  it('follow each other row by row for Tab, which leaves at the ends', () => {
    expect(tabbed({ row: 5, column: 3 }, 1, SIZE)).to.deep.equal({ row: 6, column: 0 })
    expect(tabbed({ row: 5, column: 0 }, -1, SIZE)).to.deep.equal({ row: 4, column: 3 })
    expect(tabbed({ row: 19, column: 3 }, 1, SIZE)).to.equal(undefined)
    expect(tabbed({ row: 0, column: 0 }, -1, SIZE)).to.equal(undefined)
  })

  it('form a range in whichever direction it was chosen', () => {
    const range = { anchor: { row: 5, column: 2 }, focus: { row: 3, column: 3 } }
    expect(areaOf(range)).to.deep.equal({ top: 3, bottom: 5, left: 2, right: 3 })
    expect([rowsIn(areaOf(range)), columnsIn(areaOf(range))]).to.deep.equal([3, 2])
    expect([isSeveral(range), isSeveral({ anchor: from, focus: from })]).to.deep.equal([true, false])
  })
})
