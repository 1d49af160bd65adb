import pluralize from 'pluralize'

/**
 * The singular of a noun, of which the last word counts: `calendar feeds` → `calendar feed`, `series` → `series`.
 * Abbreviations, words that English treats as a singular (`data`, `agenda`) and hours of work (`weekly hours`) stay as they are.
 */
export const singular_of = (noun: string): string => (UNCHANGED.test(noun) ? noun : pluralize.singular(noun))

const UNCHANGED = /(data|agenda|basis| hours|[A-Z]{2,})$/

/** Puts `a` or `an` before a noun, by its sound: `an item`, `an hour`, `a user`. A plural has none: `weekly hours`. */
export const with_article = (noun: string): string =>
  / hours$/.test(noun) ? noun : `${startsWithVowel(noun) ? 'an' : 'a'} ${noun}`

/** `hour` begins with a vowel sound; `user`, `unit`, `European` and `one` do not. */
const startsWithVowel = (noun: string) =>
  /^([aeiou]|hour|honou?r|honest|heir|x-)/i.test(noun) &&
  !/^(eu|one|once|uni([^nm]|$)|us[aeiu]|ut[ei]|ub[ei])/i.test(noun)
