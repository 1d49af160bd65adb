import { expect } from 'chai'
import { singular_of, with_article } from '../../../sdk/declaration/nouns.ts'

describe('A noun in what is generated from a declaration', () => {
  const singulars: Record<string, string> = {
    items: 'item',
    'calendar feeds': 'calendar feed',
    Categories: 'Category',
    addresses: 'address',
    people: 'person',
    series: 'series',
    hours: 'hour',
    'Weekly hours': 'Weekly hours',
    data: 'data',
    agenda: 'agenda',
    'Sent SMS': 'Sent SMS',
    business: 'business',
  }
  for (const [noun, singular] of Object.entries(singulars)) {
    it(`[${noun}] is [${singular}] in the singular`, () => expect(singular_of(noun)).to.equal(singular))
  }

  for (const said of [
    ...['an item', 'an hour', 'an honorary title', 'an x-ray', 'an unnamed record', 'an unimportant note'],
    ...['a client', 'a user', 'a unit', 'a university', 'a European rule', 'a one-off', 'a holiday', 'a series'],
  ]) {
    it(`has the article of [${said}]`, () => expect(with_article(said.replace(/^an? /, ''))).to.equal(said))
  }

  it('has no article if it stays a plural', () => expect(with_article('weekly hours')).to.equal('weekly hours'))
})
