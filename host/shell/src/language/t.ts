import { currentLanguage, type Catalogue } from './spoken.ts'

declare const untranslated: unique symbol

/** An English text that is not translated yet: a constant of a module, which is evaluated before the language is known. Show it with `t`. */
export interface Message {
  readonly [untranslated]: true
}

/** What replaces the placeholders of a text. */
export type Values = Readonly<Record<string, string | number>>

/** Marks a text of a module's constant for translation. */
export const msg = (text: string): Message => text as unknown as Message

/** Translates a text into the person's language. The English text is the key; `{name}` is replaced by the value of that name. */
export function t(text: string | Message, values?: Values): string {
  const key = text as string
  const translation = currentLanguage().texts[key]
  return fill(typeof translation === 'string' ? translation : key, values)
}

/** Translates a text that depends on a number, by the plural rules of the language. `{count}` is the number as the person writes it. */
export function tn(one: string, other: string, count: number, values?: Values): string {
  const { texts, plurals, numbers } = currentLanguage()
  const forms = formsOf(texts, other) ?? { one, other }
  return fill(forms[plurals.select(count)] ?? forms['other'] ?? other, { count: numbers.format(count), ...values })
}

function formsOf(texts: Catalogue, key: string) {
  const translation = texts[key]
  return typeof translation === 'object' ? translation : undefined
}

/** Replaces `{name}` by the value of that name; a name without a value stays as it is. */
export const fill = (text: string, values: Values | undefined): string =>
  values === undefined ? text : text.replace(PLACEHOLDER, (whole, name: string) => String(values[name] ?? whole))

/** A placeholder. */
export const PLACEHOLDER = /\{(\w+)\}/g

/** `Ada, Grace, and Linus`, in the language. */
export const andList = (texts: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage().language, { type: 'conjunction' }).format(texts)

/** `oak, pine or elm`, in the language. */
export function orList(texts: readonly string[]): string {
  const { language } = currentLanguage()
  return new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' }).format(texts)
}

/** `“oak”`, with the quotation marks of the language. */
export const quoted = (text: string): string => t('“{text}”', { text })

/** A label within a sentence. English begins it with a small letter; in other languages that may be a mistake. */
export const inSentence = (label: string): string => (currentLanguage().language === 'en' ? label.toLowerCase() : label)
