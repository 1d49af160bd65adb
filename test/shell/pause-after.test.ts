import { expect } from 'chai'
import { pauseAfter } from '../../host/shell/src/live/pause-after.ts'

describe('a list that changes all the time', () => {
  it('is read less often the longer that goes on, and its badges still less', () => {
    const pauses = (key: string) => [1, 2, 3, 4, 5, 6].map((reads) => pauseAfter(reads, ['data', key]))
    expect(pauses('page')).to.deep.equal([500, 1_000, 2_000, 4_000, 4_000, 4_000])
    expect(pauses('badges')).to.deep.equal([3_000, 6_000, 12_000, 24_000, 24_000, 24_000])
  })
})
