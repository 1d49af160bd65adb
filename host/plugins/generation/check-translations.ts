import { is_slip, pointer_to } from '@atrium/sdk/host'
import type { Publication, Translations } from '../../core/registries/index.ts'
import type { Finding } from '../compile/checks/finding.ts'

interface Texts {
  readonly publication: Publication
  /** The texts that the plugin's source writes. Some are only shown at run time, such as the details of errors. */
  readonly written: readonly string[]
  /** What all plugins and the platform translate. */
  readonly others: readonly Translations[]
}

/**
 * Finds keys that match no text, although a text that is not translated is almost the same. Other keys may belong to texts that are made at
 * run time.
 */
export function checkTranslations({ publication, written, others }: Texts): Finding[] {
  const { translations = {}, manifests, dashboards, forms, resources } = publication
  const shown = textsIn([manifests, dashboards, forms, resources]).filter(isText)
  const texts = new Set([...shown, ...written])
  const sentences = [...new Set([...shown, ...written.filter((text) => text.includes(' '))])]
  return Object.entries(translations).flatMap(([locale, own]) => {
    const [language = ''] = locale.split('-')
    const translated = [translations, ...others].flatMap((each) => [each[locale], each[language]])
    const isTranslated = (text: string) => translated.some((each) => each !== undefined && Object.hasOwn(each, text))
    const untranslated = sentences.filter((text) => !isTranslated(text)).map(compared)
    return Object.keys(own)
      .filter((key) => !texts.has(key) && !key.includes('{'))
      .map(compared)
      .flatMap((key) => unmatched(key.text, { locale, meant: untranslated.find((each) => isMeant(key, each))?.text }))
  })
}

const unmatched = (key: string, { locale, meant }: { locale: string; meant: string | undefined }): Finding[] =>
  meant === undefined
    ? []
    : [
        {
          code: 'translation_unmatched',
          message: `The file [translations/${locale}.json] translates [${key}], which is not a text of the plugin. [${meant}] stays in English.`,
          fix: `Did you mean [${meant}]?`,
          file: {
            file: `translations/${locale}.json`,
            pointer: pointer_to(key),
          },
        },
      ]

/** A text, and the parts of it that are compared with those of many others. */
interface Compared {
  readonly text: string
  readonly letters: string
  readonly numbers: string
}

const compared = (text: string): Compared => ({
  text,
  letters: text.replaceAll(/\P{L}/gu, '').toLowerCase(),
  numbers: text.replaceAll(/\D/g, ''),
})

/** Other forms of a word, such as [Retired] of [Retire], and other numbers are texts of their own. */
function isMeant(key: Compared, { text, letters, numbers }: Compared): boolean {
  if (Math.abs(key.text.length - text.length) > 2 || key.numbers !== numbers) return false
  const [shorter, longer] = key.letters.length < letters.length ? [key.letters, letters] : [letters, key.letters]
  return shorter === longer || (!longer.startsWith(shorter) && is_slip(key.text, text))
}

/** Ids, paths and methods are no texts. */
const isText = (text: string) => /^\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
