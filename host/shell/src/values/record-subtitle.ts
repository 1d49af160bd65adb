import type { Entry } from '@atrium/sdk/documents'
import { type QueryClient, useQueries } from '@tanstack/react-query'
import type { DataRecord } from '../api/paths.ts'
import { relatedOptions } from '../api/records.ts'
import { asText, joinTexts, optionLabel } from './as-text.ts'
import { formatMoney } from './money.ts'
import { readableText, recordIds, recordTitle } from './record-title.ts'

/** The subtitle that distinguishes records with the same title, as the documents declare it. */
export type Subtitle = readonly Entry[] | undefined

type Relation = Extract<Entry, { kind: 'relation' }>
type Named = Readonly<Record<string, unknown>>
/** The related records that are known, by the name of the field. */
type Related = ReadonlyMap<string, readonly DataRecord[]>

/** Keeps the line of a subtitle that is being read, so that nothing below it moves when it comes. */
const BLANK_LINE = '\u00A0'

/** The subtitle of each of these records: `Ada Lovelace · Dec 10, 1985`. A space while its related records are read; empty without a declaration. */
export function useSubtitles(subtitle: Subtitle, records: readonly DataRecord[]): (record: DataRecord) => string {
  const relations = relationsOf(subtitle)
  const found = useQueries({ queries: relations.map((entry) => related(entry, records)) })
  const known: Related = new Map(relations.map(({ name }, index) => [name, found[index]?.data ?? []]))
  const isReading = found.some(({ isLoading }) => isLoading)
  return (record) => textOf(subtitle, record, known) || (isReading ? BLANK_LINE : '')
}

/** The subtitle of one record. A related record that cannot be read is left out. */
export async function readSubtitle(queryClient: QueryClient, subtitle: Subtitle, record: DataRecord): Promise<string> {
  const read = relationsOf(subtitle).map(async (entry) => {
    const options = related(entry, [record])
    const records = options.enabled === false ? [] : await queryClient.ensureQueryData(options).catch(() => [])
    return [entry.name, records] as const
  })
  return textOf(subtitle, record, new Map(await Promise.all(read)))
}

const relationsOf = (subtitle: Subtitle) =>
  (subtitle ?? []).filter((entry): entry is Relation => entry.kind === 'relation')

const related = ({ name, relation }: Relation, records: readonly DataRecord[]) =>
  relatedOptions(relation, recordIds(records.map((record) => record[name])))

const textOf = (subtitle: Subtitle = [], record: Named, known: Related): string =>
  joinTexts(...subtitle.map((entry) => valueText(entry, record[entry.name], known)))

function valueText(entry: Entry, value: unknown, known: Related): string {
  if (value === null || value === undefined || value === '') return ''
  if (entry.kind === 'relation') {
    const found = known.get(entry.name)?.find(({ id }) => id === value)
    return found ? recordTitle(found, entry.relation.title_attribute) : ''
  }
  if (entry.kind === 'money') return typeof value === 'number' ? formatMoney(value, entry.currency) : ''
  if (entry.kind === 'boolean') return value === true ? entry.label : ''
  if (Array.isArray(value)) return value.map(asText).join(', ')
  return readableText('options' in entry ? optionLabel(entry.options, value) : asText(value))
}
