import { currentLanguage } from '../language/spoken.ts'
import { translated } from '../language/translated.ts'

/** The members of documents that people read. */
const TEXTS: ReadonlySet<string> = new Set([
  ...['title', 'group', 'label', 'description', 'placeholder', 'item_label', 'key_label', 'value_label'],
  ...['confirm', 'keep', 'done', 'doing', 'message'],
])

/** Members with data of records, with members of the author's own, or with keywords of JSON Schema. */
const UNTOUCHED: ReadonlySet<string> = new Set(['hits', 'rows', 'schema', 'default', 'record', 'value'])

/** A document in the language of the person, which for English is the document itself. Data of records stays as it is. */
export const translateDocument = <Document>(document: Document): Document =>
  currentLanguage().language === 'en' ? document : translatePart(document)

function translatePart<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map((each: unknown) => translatePart(each)) as Part
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([name, member]: [string, unknown]) => {
      if (UNTOUCHED.has(name)) return [name, member]
      return [name, typeof member === 'string' && TEXTS.has(name) ? translated(member) : translatePart(member)]
    }),
  ) as Part
}
