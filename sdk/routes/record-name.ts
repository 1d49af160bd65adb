/** How summaries speak of the records of a path: `an item` and `items`. */
export interface RecordName {
  readonly one: string
  readonly many: string
}

/** Names the records of `/document-types/{id}`: `a document type` and `document types`. `{item_id}` says what one is called. */
export function record_name(list: string, parameter: string): RecordName {
  const many = wordsOf(list.slice(list.lastIndexOf('/') + 1))
  const named = parameter.endsWith('_id') ? wordsOf(parameter.slice(0, -3)) : singularOf(many)
  return { one: `${/^[aeiou]/.test(named) ? 'an' : 'a'} ${named}`, many }
}

const wordsOf = (name: string) => name.replaceAll(/[-_]/g, ' ')

function singularOf(words: string): string {
  if (words.endsWith('ies')) return `${words.slice(0, -3)}y`
  if (/(s|x|z|ch|sh)es$/.test(words)) return words.slice(0, -2)
  return /[^s]s$/.test(words) ? words.slice(0, -1) : words
}
