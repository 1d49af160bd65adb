import { expect } from 'chai'
import { heldStill } from '../../host/shell/src/live/held-still.ts'

const pageOf = (...names: string[]) => ({
  records: names.map((name) => ({ id: name[0] ?? '', name })),
  total: names.length,
})
const held = (before: string[], after: string[]) => {
  const { shown, waiting } = heldStill(pageOf(...before), pageOf(...after))
  return { names: shown.records.map(({ name }) => name), waiting }
}

describe('a page that somebody reads while others change it', () => {
  it('shows new values in the rows that are there', () => {
    expect(held(['a', 'b'], ['a', 'b2'])).to.deep.equal({ names: ['a', 'b2'], waiting: undefined })
  })

  it('keeps its rows in their order, and counts the new ones', () => {
    expect(held(['b', 'c'], ['a', 'b2', 'c'])).to.deep.equal({ names: ['b2', 'c'], waiting: 1 })
    expect(held(['a', 'b'], ['b2', 'a'])).to.deep.equal({ names: ['a', 'b2'], waiting: 0 })
  })

  it('counts no row as new that only moves up because another one has left', () => {
    expect(held(['a', 'b'], ['b', 'c'])).to.deep.equal({ names: ['a', 'b'], waiting: 0 })
  })

  it('counts what is new since its rows were last shown as they are, however often it is read', () => {
    const before = pageOf('b')
    const once = heldStill(before, pageOf('a', 'b'))
    expect(once.waiting).to.equal(1)
    expect(heldStill(once.shown, pageOf('a', 'b', 'c'), once.total).waiting).to.equal(2)
  })

  it('keeps a row that has left, until the person wants to see the changes', () => {
    expect(held(['a', 'b'], ['b'])).to.deep.equal({ names: ['a', 'b'], waiting: 0 })
  })
})
