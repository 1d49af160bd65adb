import { expect } from 'chai'
import { ahead, type OpenPractice, type Practice } from '../practice.ts'

/** Finding the bookings of a day, in every language of the shell. */
export function describeSearch(open: OpenPractice): void {
  describe('bookings are found by their day', () => {
    let practice: Practice
    let book: (client_id: number, starts_at: string) => Promise<number>
    before(async () => {
      practice = await open({ settings: { booking: { zone: 'UTC', horizon_days: 700 } } })
      const service_id = await practice.service()
      const specialist_id = await practice.specialist({ service_id })
      book = (client_id, starts_at) => practice.make('/bookings', { client_id, service_id, specialist_id, starts_at })
    })
    after(() => practice.host.close())

    const found = async (text: string) => {
      const { status, body } = await practice.ask<{ id: number }[]>('GET', `/bookings?q=${encodeURIComponent(text)}`)
      expect(status, JSON.stringify(body)).to.equal(200)
      return body.map(({ id }) => id)
    }
    const written = (day: string, language: string, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(language, { timeZone: 'UTC', ...options }).format(new Date(day))

    it('written in the ways of each language', async () => {
      const id = await book(await practice.client({ family_name: 'Written' }), ahead(43))
      const day = ahead(43).slice(0, 10)
      const [year = '', month = '', date = ''] = day.split('-')
      const [m, d, yy] = [Number(month), Number(date), year.slice(2)]
      const texts = [
        ...[`${month}/${date}/${year}`, `${m}/${d}/${year}`, `${d}/${m}/${year}`, `${m}/${d}/${yy}`],
        ...[`${date}.${month}.${yy}`, `${d}.${m}.${yy}`, `${d}.${m}.${year}`, `${year}/${month}/${date}`],
      ]
      for (const language of ['en', 'en-GB', 'de', 'ar'])
        for (const style of ['full', 'long', 'medium', 'short'] as const)
          texts.push(written(day, language, { dateStyle: style }))
      for (const language of ['en', 'de', 'ar']) {
        const name = written(day, language, { month: 'long' })
        texts.push(`${d} ${name} ${year}`, `${d}. ${name.toUpperCase()} ${year}`, `${name.slice(0, 3)}. ${d}, ${year}`)
      }
      for (const text of texts) expect(await found(text), text).to.include(id)
      for (const text of texts) expect(await found(`written ${text}`), text).to.deep.equal([id])
      for (const text of texts) expect(await found(`unwritten ${text}`), text).to.deep.equal([])
    })

    it('without a year, in this one', async () => {
      const client = await practice.client({ family_name: 'Yearless' })
      const id = await book(client, ahead(1, '15:00'))
      const [year = '', month = '', date = ''] = ahead(1).slice(0, 10).split('-')
      const isThisYear = year === ahead(0).slice(0, 4)
      const german = written(ahead(1), 'de', { month: 'long', day: 'numeric' })
      for (const text of [`${month}/${date}`, `${date}/${month}`, `${date}.${month}.`, german])
        expect(await found(`Yearless ${text}`), text).to.deep.equal(isThisYear ? [id] : [])
    })

    it('with both meanings of an ambiguous one', async () => {
      const client = await practice.client({ family_name: 'Ambiguous' })
      const year = Number(ahead(0).slice(0, 4)) + (ahead(0).slice(5) < '06-01' ? 0 : 1)
      const one = await book(client, `${year}-07-06T10:00:00.000Z`)
      const other = await book(client, `${year}-06-07T10:00:00.000Z`)
      expect(await found(`ambiguous 06/07/${year}`)).to.have.members([one, other])
      expect(await found(`ambiguous 13/07/${year}`)).to.deep.equal([])
      expect(await found(`ambiguous 31/31/${year}`)).to.deep.equal([])
    })

    it('as today, tomorrow, yesterday or the next day of the week', async () => {
      const client = await practice.client({ family_name: 'Müller' })
      const tomorrow = await book(client, ahead(1, '08:00'))
      const later = await book(client, ahead(4, '08:00'))
      await book(client, ahead(8, '08:00'))
      for (const text of ['tomorrow', 'morgen', 'Morgen', 'غدا', 'غدًا']) {
        expect(await found(text), text)
          .to.include(tomorrow)
          .and.not.include(later)
        expect(await found(`Müller ${text}`), text).to.deep.equal([tomorrow])
      }
      for (const text of ['heute', 'today', 'اليوم', 'gestern', 'أمس', 'أول أمس', 'übermorgen'])
        expect(await found(`Müller ${text}`), text).to.deep.equal([])
      for (const language of ['en', 'de', 'ar'])
        for (const weekday of ['long', 'short'] as const) {
          const text = written(ahead(4), language, { weekday })
          const alone = await found(text)
          expect(alone, text).not.to.include(tomorrow)
          // Two letters are the beginning of a name.
          expect(alone.includes(later), text).to.equal(text.length > 2)
          expect(await found(`${text} müller`), text).to.deep.equal([later])
          const next = written(ahead(8), language, { weekday })
          expect(await found(`Müller ${next}`), next).to.deep.equal([tomorrow])
        }
    })

    it('and by a name that is a day in some language', async () => {
      for (const [days, given_name, family_name] of [
        [50, 'April', 'May'],
        [51, 'Anna', 'Morgen'],
        [52, 'Sunday', 'Oliseh'],
        [53, 'Mai', 'Mo'],
      ] as const) {
        const id = await book(await practice.client({ given_name, family_name }), ahead(days))
        const at = ahead(days).slice(0, 10)
        for (const text of [given_name, family_name, `${given_name} ${family_name}`, `${family_name} ${at}`])
          expect(await found(text), text).to.include(id)
      }
    })

    it('and texts of any length are answered', async () => {
      for (const part of ['1/', '12.', '7 Dez ', 'Montag ', 'ً', '1', ', ', 'a']) await searchLong(part)
    })

    const searchLong = async (part: string) => {
      const text = part.repeat(1_000)
      const { status } = await practice.ask('GET', `/bookings?q=${encodeURIComponent(text)}`)
      expect(status, part).to.be.oneOf([200, 400])
    }
  })
}
