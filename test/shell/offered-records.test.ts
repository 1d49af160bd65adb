import { expect } from 'chai'
import { chosenAndOffered, offeredRecords } from '../../host/shell/src/fields/offered-records.ts'

const people = (...names: string[]) => names.map((name, id) => ({ id, name }))
const offered = (text: string, ...names: string[]) =>
  offeredRecords(people(...names), { text, title: 'name' }).map(({ name }) => name)

describe('The records that a relation field offers', () => {
  it('begin with the text, then have a word that does, each in the order of the alphabet', () => {
    const names = ['Johanna Klein', 'Eva Annas', 'Anna Maier', 'Anna Krause', 'Hannah']
    expect(offered('anna', ...names)).to.deep.equal([
      'Anna Krause',
      'Anna Maier',
      'Eva Annas',
      'Hannah',
      'Johanna Klein',
    ])
  })

  it('may have the words in any order, and without accents', () => {
    expect(offered('muller a', 'Andrea Smuller', 'Anton Müller')).to.deep.equal(['Anton Müller', 'Andrea Smuller'])
  })

  it('are chosen from more than are shown', () => {
    const names = [...Array.from({ length: 30 }, (_, at) => `Hanna ${at}`), 'Anna']
    const shown = offered('anna', ...names)
    expect([shown[0], shown.length]).to.deep.equal(['Anna', 20])
  })

  it('keep the order of the list without a text, after the chosen ones', () => {
    const found = people('Zoe', 'Anna', 'Bert')
    const offered = offeredRecords(found, { text: '', title: 'name' })
    const shown = chosenAndOffered([{ id: 2, name: 'Bert' }], offered)
    expect(shown.map(({ name }) => name)).to.deep.equal(['Bert', 'Zoe', 'Anna'])
  })
})
