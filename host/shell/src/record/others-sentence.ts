import type { Others } from '../api/presence.ts'

const LIST = new Intl.ListFormat('en')

/** Who else has a record open, as a sentence. Empty if nobody has. */
export function othersSentence({ people, more }: Pick<Others, 'people' | 'more'>): string {
  const namesOf = (isEditing: boolean) => people.filter(({ editing }) => editing === isEditing).map(({ name }) => name)
  const [editing, looking] = [namesOf(true), namesOf(false)]
  const rest = [...looking, ...(more > 0 ? [more === 1 ? '1 other person' : `${more} other people`] : [])]
  return [
    editing.length > 0 && `${LIST.format(editing)} ${editing.length === 1 ? 'is' : 'are'} editing this record.`,
    rest.length > 0 && `${LIST.format(rest)} ${looking.length + more === 1 ? 'has' : 'have'} it open, too.`,
  ]
    .filter((part) => part !== false)
    .join(' ')
}

/** The first letters of the first and of the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word))
  const [first = name, last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase()
}
