import { expect } from 'chai'
import { readCell } from '../../host/shell/src/values/read-cell.ts'
import { textInWords } from '../../host/shell/src/values/record-title.ts'
import { codeOf, codesOf } from '../../host/shell/src/values/codes.ts'

describe('Codes', () => {
  it('have the names of the language of the screens', () => {
    expect(textInWords('AT', 'country')).to.equal('Austria')
    expect(textInWords('en-GB', 'language')).to.equal('English (United Kingdom)')
    expect(textInWords('EUR', 'currency')).to.equal('Euro')
    expect(textInWords('America/New_York', 'time-zone')).to.equal('America/New York')
  })

  it('stay as they are if nobody knows them', () => {
    for (const text of ['ZQ', 'Atlantis', '', '?']) expect(textInWords(text, 'country'), text).to.equal(undefined)
  })

  it('are offered once each, in the order of their names, without outdated ones', () => {
    const countries = codesOf('country')
    expect(countries.map(({ value }) => value))
      .to.include.members(['AT', 'GB', 'XK'])
      .and.not.include.members(['UK', 'DD', 'SU', 'EU'])
    expect(countries.length).to.be.within(245, 252)
    expect(countries[0]).to.deep.equal({ value: 'AF', label: 'Afghanistan' })
    expect(codesOf('language').map(({ value }) => value))
      .to.include.members(['de', 'he', 'en-GB'])
      .and.not.include('iw')
    expect(codesOf('time-zone').filter(({ value }) => value === 'UTC')).to.have.length(1)
  })

  it('are found by name and by spelling', () => {
    const found = ['AT', 'at', 'austria', 'Côte d’Ivoire', "cote d'ivoire"].map((text) => codeOf(text, 'country'))
    expect(found).to.deep.equal(['AT', 'AT', 'AT', 'CI', 'CI'])
    expect(codeOf('america/new york', 'time-zone')).to.equal('America/New_York')
    expect(codeOf('Atlantis', 'country')).to.equal(undefined)
  })

  it('are read in the cells of an import, as an export shows them', () => {
    const country = { kind: 'text', label: 'Country' } as const
    const read = (text: string) => readCell(text, { field: country, schema: { type: 'string', format: 'country' } })
    expect([read('Austria'), read('AT'), read('Atlantis')]).to.deep.equal([
      { value: 'AT' },
      { value: 'AT' },
      { value: 'Atlantis' },
    ])
  })
})
