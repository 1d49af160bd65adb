import { PLAIN_FIELDS } from '../clients/client.ts'

const ADDRESS = ['street', 'postal_code', 'city', 'region', 'country'] as const

/** What a column of a CSV file can be: fields of a client, and of its first address. */
export const ROW_FIELDS = ['kind', ...PLAIN_FIELDS, 'notes', 'tags', ...ADDRESS] as const
export type RowField = (typeof ROW_FIELDS)[number]

type Cells = Partial<Record<RowField, string>>

/**
 * The body of `POST /clients` that a row says. What is empty is left out; several tags are separated by `,`, `;` or `|`, or JSON, as
 * an export has them. A row with a company's name alone is a company.
 */
export function bodyOf(cells: Cells): Record<string, unknown> {
  const { tags, ...given } = Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== '')) as Cells
  const isPart = (name: string) => (ADDRESS as readonly string[]).includes(name)
  const address = Object.entries(given).filter(([name]) => isPart(name))
  const fields = Object.entries(given).filter(([name]) => !isPart(name))
  const words = tags === undefined ? undefined : tagsOf(tags)
  const isCompany = given.kind === undefined && given.company_name !== undefined && given.family_name === undefined
  return {
    ...(isCompany && { kind: 'company' }),
    ...Object.fromEntries(fields),
    ...(words && { tags: [...new Set(words)] }),
    ...(address.length > 0 && { addresses: [Object.fromEntries(address)] }),
  }
}

function tagsOf(text: string): string[] {
  try {
    const tags: unknown = JSON.parse(text)
    if (Array.isArray(tags) && tags.every((tag) => typeof tag === 'string')) return tags
  } catch {
    // Written by a person, then.
  }
  return text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
}

/** An export guards what a spreadsheet would take for a formula with an apostrophe, which is taken off again. */
export const cellText = (text: string) => text.trim().replace(/^'(?=[=+\-@\t\r＝＋－＠])/, '')

/** Which field a place in the body came from: `/addresses/0/city` → `city`. */
export const fieldAt = (pointer: string) =>
  pointer
    .replace(/^\/addresses\/\d+/, '')
    .split('/')
    .at(1)
