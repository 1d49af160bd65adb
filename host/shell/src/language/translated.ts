import { currentLanguage, type Language } from './spoken.ts'

/** Translates a text of the host. Unknown texts stay as they are. */
type Translate = (text: string) => string

let language: Language = 'en'
let translate: Translate = (text) => text

/** From now on translates the texts of the host this way while the shell speaks this language. */
export function translateWith(spoken: Language, how: Translate): void {
  language = spoken
  translate = how
}

/** A text that the host has written, in the person's language. Unknown texts stay as they are. */
export const translated = (text: string): string => (language === currentLanguage().language ? translate(text) : text)

/** Translates each line of a text. A line may begin with the id or the time of what it is about: `17: The record has changed.` */
export const translatedLines = (text: string): string => text.split('\n').map(translatedLine).join('\n')

function translatedLine(line: string): string {
  const whole = translated(line)
  const [about = '', said] = line.split(/(?<=^\S+(?: \d\d:\d\d)?: )/)
  return whole === line && said !== undefined ? about + translated(said) : whole
}
