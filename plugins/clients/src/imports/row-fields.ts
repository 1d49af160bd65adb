import { PLAIN_FIELDS } from '../clients/client.ts'

const ADDRESS = ['street', 'postal_code', 'city', 'region', 'country'] as const

/** The fields that a column can be mapped to: those of a client and of its first address. */
export const ROW_FIELDS = ['kind', ...PLAIN_FIELDS, 'notes', 'tags', ...ADDRESS] as const
export type RowField = (typeof ROW_FIELDS)[number]

type Cells = Partial<Record<RowField, string>>

/**
 * The body of `POST /clients` for a row. Empty cells are left out. Tags are separated by `,`, `;` or `|`, or are JSON as in an export.
 * A row with a company name and neither a kind nor a family name is a company.
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
    // Not JSON, so a person wrote the list.
  }
  return text
    .split(/[,;|]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
}

/** The text of a cell, without the apostrophe with which an export protects texts that a spreadsheet would run as formulas. */
export const cellText = (text: string) => text.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')

/** The field for a JSON pointer into the body: `/addresses/0/city` → `city`. */
export const fieldAt = (pointer: string) =>
  pointer
    .replace(/^\/addresses\/\d+/, '')
    .split('/')
    .at(1)
