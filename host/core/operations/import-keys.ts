import { type ApiError, invalid_values, type RecordStore } from '@atrium/sdk'
import { record_fields } from '@atrium/sdk/host'

/** The values of a record or a line, by field. */
export type Values = Readonly<Record<string, unknown>>

/** The fields that may identify a record: its id, and texts and whole numbers by which the list can be filtered exactly. */
export function importKeys({ schema, rules }: Pick<RecordStore<object>, 'schema' | 'rules'>): readonly string[] {
  const fields = record_fields(schema)
  const isKey = (name: string) => {
    const { kind, choices } = fields.get(name)?.type ?? {}
    return choices === undefined && (kind === 'string' || kind === 'integer')
  }
  return ['id', ...(rules.filter ?? []).filter((name) => name !== 'id' && isKey(name))]
}

/** How the records of one import are told apart. */
export class ImportKeys {
  /** The field that identifies a record. Undefined: each line is a new record. */
  readonly field: string | undefined
  readonly #used = new Set<string>()

  constructor(field: string | undefined) {
    this.field = field
  }

  /** The key of a record or line as text; empty if it has none. */
  textOf(values: Values | undefined): string {
    const value = this.field === undefined ? undefined : values?.[this.field]
    return typeof value === 'string' ? value : value === null || value === undefined ? '' : JSON.stringify(value)
  }

  /** @throws ApiError 422 `validation_failed` if an earlier line has the same key */
  requireOnce(text: string): void {
    if (this.#used.has(text)) throw this.refused('Another line has the same value. Keep only one of them.')
    this.#used.add(text)
  }

  /**
   * The keys that a plugin keeps in another form than the lines have them, such as in small letters, by place.
   * @param created the new records; undefined for a line that was refused
   */
  keptOtherwise(lines: readonly Values[], created: readonly (Values | undefined)[]): ReadonlyMap<number, string> {
    const kept = created.map((record, at) => [at, this.textOf(record)] as const)
    return new Map(kept.filter(([at, text]) => text !== '' && !['', text].includes(this.textOf(lines[at]))))
  }

  /** The refusal of a line whose key does not say which record is meant. */
  refused(message: string): ApiError {
    return invalid_values([{ pointer: `/${this.field ?? ''}`, message, keyword: 'key' }])
  }
}
