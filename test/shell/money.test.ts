import { expect } from 'chai'
import { currencyDigits, formatMoney, toMajor, toMinor } from '../../host/shell/src/values/money.ts'

describe('money', () => {
  it('has the decimal places of its currency', () => {
    expect(['EUR', 'JPY', 'KWD'].map(currencyDigits)).to.deep.equal([2, 0, 3])
  })

  it('is shown in major units', () => {
    expect(formatMoney(125_050, 'EUR').replace(/\D/g, '')).to.equal('125050')
    expect(formatMoney(500, 'JPY').replace(/\D/g, '')).to.equal('500')
  })

  it('is typed in major units and kept exactly, in minor units', () => {
    for (const [text, currency, minor] of [
      ['1.15', 'EUR', 115],
      ['8.2', 'EUR', 820],
      ['1234567.89', 'EUR', 123_456_789],
      ['.5', 'EUR', 50],
      ['7.', 'EUR', 700],
      ['-0.01', 'EUR', -1],
      ['500', 'JPY', 500],
      ['1.234', 'KWD', 1234],
    ] as const) {
      expect(toMinor(text, currency), text).to.equal(minor)
    }
  })

  it('is rounded to the currency, and null if the input is not a number', () => {
    expect(toMinor('1.155', 'EUR')).to.equal(116)
    expect(toMinor('0.4', 'JPY')).to.equal(0)
    for (const text of ['', '-', '.', '1,5', 'ten']) expect(toMinor(text, 'EUR'), text).to.be.null
  })

  it('is unchanged after a round trip through an input', () => {
    for (const currency of ['EUR', 'JPY', 'KWD']) {
      for (const minor of [0, 1, 99, 100, 1005, -250, 99_999_999]) {
        expect(toMinor(toMajor(minor, currency), currency), `${minor} ${currency}`).to.equal(minor)
      }
    }
  })
})
