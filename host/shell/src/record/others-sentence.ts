import type { Others } from '../api/presence.ts'
import { andList, tn } from '../language/t.ts'

/** Who else has a record open, as a sentence. Empty if nobody has. */
export function othersSentence({ people, more }: Pick<Others, 'people' | 'more'>): string {
  const namesOf = (isEditing: boolean) => people.filter(({ editing }) => editing === isEditing).map(({ name }) => name)
  const [editing, looking] = [namesOf(true), namesOf(false)]
  const rest = [...looking, ...(more > 0 ? [tn('{count} other person', '{count} other people', more)] : [])]
  return [
    editing.length > 0 &&
      tn('{people} is editing this record.', '{people} are editing this record.', editing.length, {
        people: andList(editing),
      }),
    rest.length > 0 &&
      tn('{people} has it open, too.', '{people} have it open, too.', looking.length + more, { people: andList(rest) }),
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
