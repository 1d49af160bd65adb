import { seeded_random } from '@atrium/sdk/host'
import { expect } from 'chai'

const many = <Value>(draw: () => Value) => Array.from({ length: 5_000 }, draw)

describe('Random numbers of a seed', () => {
  it('come again for the same seed and differ for another', () => {
    const numbers = (seed: number) => {
      const random = seeded_random(seed)
      return many(() => random.next())
    }
    expect(numbers(1)).to.deep.equal(numbers(1))
    expect(numbers(1)).not.to.deep.equal(numbers(2))
  })

  it('are spread evenly, and whole numbers have both ends', () => {
    const random = seeded_random(7)
    const mean = many(() => random.next()).reduce((sum, number) => sum + number, 0) / 5_000
    expect(mean).to.be.closeTo(0.5, 0.03)
    expect([...new Set(many(() => random.integer(3, 6)))].sort()).to.deep.equal([3, 4, 5, 6])
    expect(many(() => random.chance(0.2)).filter(Boolean).length).to.be.closeTo(1_000, 150)
  })

  it('pick from a list, and never from an empty one', () => {
    const random = seeded_random(7)
    expect([...new Set(many(() => random.pick(['a', 'b'])))].sort()).to.deep.equal(['a', 'b'])
    expect(() => random.pick([])).to.throw(RangeError)
  })

  it('sample so many different ones in their order, or all', () => {
    const random = seeded_random(7)
    for (const sampled of many(() => random.sample([1, 2, 3, 4], 2))) {
      expect(sampled).to.have.lengthOf(2)
      expect(sampled[0]).to.be.lessThan(sampled[1] ?? 0)
    }
    expect(random.sample([1, 2], 5)).to.deep.equal([1, 2])
  })
})
