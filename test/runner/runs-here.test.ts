import { expect } from 'chai'
import { runsHere } from './runs-here.mjs'

describe('Where a suite runs', () => {
  const suite = (node?: string) => ({ name: 'some', files: [], ...(node !== undefined && { node }) })

  it('is everywhere, unless it needs a later Node', () => {
    expect(runsHere(suite(), '20.19.0')).to.equal(true)
    expect(runsHere(suite('22.19'), '20.20.2')).to.equal(false)
    expect(runsHere(suite('22.19'), '22.3.0')).to.equal(false)
    expect(runsHere(suite('22.19'), '22.19.0')).to.equal(true)
    expect(runsHere(suite('22.19'), '24.2.0')).to.equal(true)
  })
})
