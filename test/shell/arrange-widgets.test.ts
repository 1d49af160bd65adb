import { expect } from 'chai'
import { changedWidget, movedTo, placeUnder, putBack } from '../../host/shell/src/dashboard/arrange-widgets.ts'
import type { PlacedWidget } from '../../host/shell/src/screen/placed-widget.ts'

const placed = (key: string): PlacedWidget => ({ key, width: 'half', dashboard_id: 'screen', widget_id: key })
const WIDGETS = ['a', 'b', 'c'].map(placed)
const keys = (widgets: readonly PlacedWidget[]) => widgets.map(({ key }) => key).join('')
const box = (left: number, top: number, width: number, height: number) => ({
  ...{ left, top, right: left + width, bottom: top + height },
})

describe('The widgets of a dashboard', () => {
  it('are moved, at most to the ends', () => {
    expect(keys(movedTo(WIDGETS, 'a', 1))).to.equal('bac')
    expect(keys(movedTo(WIDGETS, 'a', 9))).to.equal('bca')
    expect(keys(movedTo(WIDGETS, 'c', -1))).to.equal('cab')
    expect(movedTo(WIDGETS, 'x', 0)).to.equal(WIDGETS)
  })

  it('keep their own title while something else is changed, and lose it if it is emptied', () => {
    const titled = changedWidget(WIDGETS, 'b', { title: 'Mine' })
    expect(changedWidget(titled, 'b', { width: 'full' })[1]).to.include({ title: 'Mine', width: 'full' })
    expect(changedWidget(titled, 'b', { title: '' })[1]).to.not.have.property('title')
  })

  it('come back to where they were, once', () => {
    const [, removed = placed('b')] = WIDGETS
    const others = WIDGETS.filter((each) => each !== removed)
    expect(keys(putBack(others, removed, 1))).to.equal('abc')
    expect(putBack(WIDGETS, removed, 1)).to.equal(WIDGETS)
  })

  it('make room for a dragged one when the pointer is past their middle', () => {
    const boxes = [box(0, 0, 100, 100), box(110, 0, 100, 300), box(0, 310, 210, 100)]
    expect(placeUnder(boxes, { x: 130, y: 50, from: 0 }), 'before the middle').to.equal(0)
    expect(placeUnder(boxes, { x: 170, y: 50, from: 0 }), 'past it, beside').to.equal(1)
    expect(placeUnder(boxes, { x: 50, y: 340, from: 0 }), 'before the middle, below').to.equal(0)
    expect(placeUnder(boxes, { x: 50, y: 380, from: 0 }), 'past it, below').to.equal(2)
    expect(placeUnder(boxes, { x: 500, y: 500, from: 0 }), 'beside all').to.equal(0)
  })
})
