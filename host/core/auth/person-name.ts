import { Type } from '@atrium/sdk'

/**
 * A single line that shows something. Names of people go into greetings of e-mails, where a line break would let somebody write
 * sentences of their own in the name of the platform. U+2028 and U+2029 separate lines, too.
 */
const LINE = '^(?=.*\\S)[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/** The most characters of a name, wherever it is entered: a list whose records have longer names would not fit its schema. */
export const LONGEST_NAME = 200

/** Makes the schema of a name of a person. */
export const personName = () =>
  Type.String({ minLength: 1, maxLength: LONGEST_NAME, pattern: LINE, description: 'A single line' })

/** A name as a single line: one from another system, or from before such names were refused. */
export const inOneLine = (name: string) => name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
