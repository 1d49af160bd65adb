import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import type { PastePlan } from '../../host/shell/src/table/grid/plan-paste.ts'
import { reasonOf } from '../../host/shell/src/actions/failure-words.ts'
import { takeHostTexts } from '../../host/shell/src/language/host-texts.ts'
import { become, type Catalogue, type Language, languageOf } from '../../host/shell/src/language/spoken.ts'
import { quoted, t, tn } from '../../host/shell/src/language/t.ts'
import { translated, translatedLines } from '../../host/shell/src/language/translated.ts'
import { dayPattern } from '../../host/shell/src/values/typed-day.ts'
import { outcomeOf, type Plan } from '../../host/shell/src/import/plan-import.ts'
import { refusalsOf } from '../../host/shell/src/table/grid/paste-answer.ts'
import { readShellTexts } from './shell-texts.ts'

const LANGUAGES = ['de', 'ar'] as const

const FOLDER = path.resolve(import.meta.dirname, '../../host/shell/src/language')
const catalogueOf = (language: Language) =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Catalogue

/** Literals that look like texts of people and are not: methods, headings that every language has, and notations. */
const NO_TEXTS = ["'ID'", "'like'", "'FREQ=WEEKLY;BYDAY=MO,TU'", '`POST ${path}`']

const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).sort()

describe('The texts of the shell', () => {
  const { keys, loose, early } = readShellTexts()
  const texts = new Map(keys.map((each) => [each.text, each]))

  it('all pass through the language', () => {
    const found = loose.filter(({ text }) => !NO_TEXTS.includes(text))
    expect(found.map(({ place, text }) => `${place} ${text}`)).to.deep.equal([])
  })

  it('are translated when they are shown, not when their module is loaded', () => {
    expect(early.map(({ place, text }) => `${place} ${text}`)).to.deep.equal([])
  })

  for (const language of LANGUAGES) {
    const catalogue = catalogueOf(language)
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories

    it(`have a translation into ${language}, and no translation is left over`, () => {
      expect([...texts.keys()].filter((text) => !(text in catalogue))).to.deep.equal([])
      expect(Object.keys(catalogue).filter((text) => !texts.has(text))).to.deep.equal([])
    })

    it(`keep their placeholders in ${language}, and have the forms of its plural`, () => {
      const wrong = Object.entries(catalogue).flatMap(([text, translation]) => {
        if (typeof translation === 'string') {
          const isSame = placeholdersOf(translation).join() === placeholdersOf(text).join()
          return isSame && texts.get(text)?.isPlural === false ? [] : [text]
        }
        const isKnown = (name: string) => placeholdersOf(text).includes(name)
        // A form of its own, such as “once”, may leave out the number. Forms for zero and many are optional.
        const hasForms = forms.every((form) => form === 'zero' || form in translation)
        return hasForms && Object.values(translation).flatMap(placeholdersOf).every(isKnown) ? [] : [text]
      })
      expect(wrong).to.deep.equal([])
    })
  }
})

describe('The language of the shell', () => {
  const speak = (language: Language, locale: string) => become(language, { texts: catalogueOf(language), locale })
  afterEach('speak English again', () => become('en', { texts: {} }))

  it('is that of the first known locale, in any region, or else English', () => {
    expect(languageOf(['de-CH', 'en'])).to.equal('de')
    expect(languageOf(['fr-FR', 'ar-EG', 'en'])).to.equal('ar')
    expect(languageOf(['fr', 'zz-ZZ'])).to.equal('en')
    expect(languageOf([])).to.equal('en')
  })

  it('fills placeholders, keeps unknown texts, and counts by the rules of the language', () => {
    expect(t('Choose {title}', { title: 'Ada' })).to.equal('Choose Ada')
    expect(tn('{count} record', '{count} records', 1)).to.equal('1 record')
    speak('de', 'de-AT')
    expect(t('Choose {title}', { title: '{name}' })).to.equal('{name} auswählen')
    expect(t('Not in any catalogue')).to.equal('Not in any catalogue')
    expect(tn('{count} record', '{count} records', 2197)).to.match(/^2.197 Datensätze$/)
    speak('ar', 'ar')
    expect([1, 2, 3, 11, 100].map((count) => tn('{count} record', '{count} records', count))).to.deep.equal([
      'سجل واحد',
      'سجلان',
      '3 سجلات',
      '11 سجلًا',
      '100 سجل',
    ])
  })

  it('has its own letters for days, names of keys and quotation marks', () => {
    const written = () => [dayPattern('de-DE'), t('Ctrl'), quoted('oak')]
    expect(written()).to.deep.equal(['DD.MM.YYYY', 'Ctrl', '“oak”'])
    speak('de', 'de-DE')
    expect(written()).to.deep.equal(['TT.MM.JJJJ', 'Strg', '„oak“'])
  })

  it('translates texts of the host exactly, then by their placeholders, and leaves others as they are', () => {
    speak('de', 'de')
    takeHostTexts('de', [
      { texts: { '{record} deleted': '{record} gelöscht', Client: 'Kunde', 'Client deleted': 'Kunde entfernt' } },
      { texts: { Client: 'Klient', '{a} {b}': '{b} {a}', 'Must be later than {time}': 'Muss nach {time} liegen' } },
    ])
    expect(translated('Client')).to.equal('Kunde')
    expect(translated('Client deleted')).to.equal('Kunde entfernt')
    expect(translated('Big lamp deleted')).to.equal('Big lamp gelöscht')
    expect(translated('client deleted')).to.equal('Kunde gelöscht')
    expect(translated('Must be later than 09:00')).to.equal('Muss nach 09:00 liegen')
    expect(translated('two words')).to.equal('two words')
    expect(translated('Client (Client: Client)')).to.equal('Kunde (Kunde: Kunde)')
    expect(translated('4,988 clients deleted')).to.equal('4,988 clients gelöscht')
    expect(translated('4,988 deleted')).to.equal('4.988 gelöscht')
    expect(translatedLines('17: Lamp deleted\n18: Big lamp\nClient')).to.equal('17: Lamp gelöscht\n18: Big lamp\nKunde')
    expect(translatedLines('2026-12-14 14:30: Client')).to.equal('2026-12-14 14:30: Kunde')
    const long = `${'deleted '.repeat(50_000)}x`
    expect(translated(long)).to.equal(long)
    for (const nested of [`${'x ('.repeat(100_000)})`, `${'x ('.repeat(100_000)}) x`])
      expect(translated(nested)).to.equal(nested)
    expect(translated(`${'Client ('.repeat(50_000)})`)).to.match(/^Kunde \(Client \(/)
    const deep = `${'x'.repeat(100)}${' deleted'.repeat(2_000)}`
    expect(translated(deep)).to.match(/^x+ deleted.*gelöscht gelöscht$/)
    become('en', { texts: {} })
    expect(translated('Client')).to.equal('Client')
  })

  it('is that of the errors inside an answer: of single records, and of lines of an import', () => {
    speak('de', 'de')
    takeHostTexts('de', [{ texts: { Required: 'Erforderlich', 'It is {state}.': 'Stand: {state}.', open: 'offen' } }])
    const details = [{ pointer: '/name', keyword: 'minLength', message: 'Required' }]
    const error = { code: 'validation_failed', detail: 'It is open.', errors: { name: 'Required' }, details }
    expect(reasonOf(error)).to.equal('Stand: offen.')
    const records = [{ record: { id: 7 }, changes: { name: null } }]
    const refusals = refusalsOf({ records } as unknown as PastePlan, [{ id: 7, error }])
    expect(refusals.get(7)).to.deep.equal({ name: 'Erforderlich' })
    const line = { line: 2, cells: [''] }
    const result = { saved: false, created: 0, changed: 0, unchanged: 0, failed: [{ row: 0, error }] }
    const plan = { definition: { fields: {} }, choices: { matching: ['name'] } } as unknown as Plan
    const { refused } = outcomeOf(result, { planned: [{ line, values: {}, problems: {} }], partly: [], plan })
    expect(refused[0]?.problems).to.deep.equal({ name: ['Erforderlich'] })
  })
})
