import { expect } from 'chai'
import { sentenceOf } from '../../../host/platform/explain-words.ts'
import { ARABIC } from '../../../host/platform/translations/arabic-catalogue.ts'
import { GERMAN } from '../../../host/platform/translations/german-catalogue.ts'
import { takeHostTexts } from '../../../host/shell/src/language/host-texts.ts'
import { become } from '../../../host/shell/src/language/spoken.ts'
import { translated } from '../../../host/shell/src/language/translated.ts'

const ENGLISH = /\b(?:because|but|grants?|hides|only|requires|role|shows|those|which|with)\b/

/** A role that limits records, as an explanation names it. */
const rule = (where: string | undefined) => ({
  ...{ role: { id: 'desk', name: 'desk', label: 'Desk' }, permission: 'booking.*', condition: 'location_id=mine' },
  where,
})
const about = { name: 'Ana Duarte', permission: 'booking.bookings.view', field: { name: 'notes', to: 'see' } } as const

const SENTENCES = {
  granted: '[Ana Duarte] may, because [Desk] grants [booking.bookings.view].',
  records_limited:
    '[Ana Duarte] sees only some of these records: [Desk] reaches only those with [location_id=mine], which is [location_id=3] for [Ana Duarte]; ' +
    '[Desk] reaches only those with [location_id=mine], and [Ana Duarte] has no values that [mine] could stand for; [Desk] reaches only those with [location_id=mine].',
  permission_missing: 'No role of [Ana Duarte] grants [booking.bookings.view].',
  token_limited: '[Ana Duarte] holds [booking.bookings.view], but the token does not.',
  record_out_of_reach:
    '[Desk] grants [booking.bookings.view], but not for this record: [Desk] reaches only those with [location_id=mine], which is [location_id=3] for [Ana Duarte]; ' +
    '[Desk] reaches only those with [location_id=mine], and [Ana Duarte] has no values that [mine] could stand for; [Desk] reaches only those with [location_id=mine].',
  field_hidden: '[Desk] hides the field [notes].',
  field_permission_missing: 'The field [notes] requires [booking.bookings.view], which no role of [Ana Duarte] grants.',
  field_read_only: '[Desk] shows the field [notes] but makes it read-only.',
} as const

describe('An explanation in words', () => {
  const rules = [rule('location_id=3'), rule(undefined), rule('location_id=mine')]
  const sentence = (reason: keyof typeof SENTENCES) => sentenceOf({ allowed: false, reason, rules }, about)
  afterEach(() => become('en', { texts: {} }))

  for (const [reason, english] of Object.entries(SENTENCES) as [keyof typeof SENTENCES, string][]) {
    it(`says why: ${reason}`, () => expect(sentence(reason)).to.equal(english))

    it(`says it whole in German and in Arabic: ${reason}`, () => {
      for (const [language, texts] of [
        ['de', GERMAN],
        ['ar', ARABIC],
      ] as const) {
        become(language, { texts: {} })
        takeHostTexts(language, [{ texts }])
        expect(translated(sentence(reason))).to.not.match(ENGLISH)
      }
    })
  }

  it('keeps the names in it', () => {
    become('de', { texts: {} })
    takeHostTexts('de', [{ texts: GERMAN }])
    expect(translated(sentence('record_out_of_reach'))).to.equal(
      '[Desk] erteilt die Berechtigung [booking.bookings.view], aber nicht für diesen Datensatz: ' +
        '[Desk] erreicht nur jene mit [location_id=mine], für [Ana Duarte] also [location_id=3]; ' +
        '[Desk] erreicht nur jene mit [location_id=mine], und für [Ana Duarte] gibt es keine Werte, für die [mine] stehen könnte; ' +
        '[Desk] erreicht nur jene mit [location_id=mine].',
    )
  })
})
