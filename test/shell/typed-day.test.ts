import { expect } from 'chai'
import { dayPattern, readTypedDay } from '../../host/shell/src/values/typed-day.ts'

describe('a typed day', () => {
  for (const [text, locale, day] of [
    ['1980-02-11', 'en-US', '1980-02-11'],
    [' 1980-2-1 ', 'de-DE', '1980-02-01'],
    ['1980/02/11', 'en-GB', '1980-02-11'],
    ['11.02.1980', 'de-DE', '1980-02-11'],
    ['11.2.1980', 'de-DE', '1980-02-11'],
    ['11/02/1980', 'en-GB', '1980-02-11'],
    ['02/11/1980', 'en-US', '1980-02-11'],
    ['02-11-1980', 'en-US', '1980-02-11'],
    ['29.02.2024', 'de-DE', '2024-02-29'],
    ['11 Feb 1980', 'en-GB', '1980-02-11'],
    ['Feb 11, 1980', 'en-US', '1980-02-11'],
    ['11. September 2024', 'de-DE', '2024-09-11'],
    ['11 Sept 2024', 'de-DE', '2024-09-11'],
  ] as const) {
    it(`[${text}] is ${day} for ${locale}`, () => expect(readTypedDay(text, locale)).to.equal(day))
  }

  it('has the day before the month wherever it is written with points', () => {
    expect(readTypedDay('11.02.1980', 'en-US')).to.equal('1980-02-11')
  })

  for (const [text, locale] of [
    ['31.02.1980', 'de-DE'],
    ['29.02.2023', 'de-DE'],
    ['25/12/1980', 'en-US'],
    ['12/25/1980', 'en-GB'],
    ['11.02.80', 'de-DE'],
    ['1980-02', 'en-US'],
    ['11/02/1980', 'ja-JP'],
    ['11.02/1980', 'de-DE'],
    ['tomorrow', 'en-US'],
    ['11 Brumaire 1980', 'en-GB'],
    ['30 Feb 1980', 'en-GB'],
    ['', 'en-US'],
  ] as const) {
    it(`[${text}] is no day for ${locale}, and no other day is guessed`, () =>
      expect(readTypedDay(text, locale)).to.equal(undefined))
  }

  it('is written in the order of the language', () => {
    expect(['en-US', 'en-GB', 'de-DE', 'th-TH'].map(dayPattern)).to.deep.equal([
      'MM/DD/YYYY',
      'DD/MM/YYYY',
      'DD.MM.YYYY',
      'DD/MM/YYYY',
    ])
  })
})
