import type { FormDefinition } from '@atrium/sdk/documents'
import type { RecordId } from '../api/paths.ts'
import { fieldSchema } from './field-set.ts'
import { changedFields, type FormValues, type LoadedRecord } from './form-values.ts'

/** Unsaved input, and the version of the record that it is based on. */
export interface Draft {
  /** Milliseconds since the epoch. */
  readonly saved_at: number
  readonly base: LoadedRecord | null
  /** The changed values. */
  readonly values: FormValues
  /** The tab that it was entered in. */
  readonly tab?: string
}

/** A draft and the key under which it is stored. */
export interface KeptDraft {
  readonly key: string
  readonly draft: Draft
}

/** The most drafts that are kept for one record, and for the new records of one form. */
const MOST = 5

/** Drafts in the order in which a tab offers them: its own before those of other tabs, which may still be at work. */
export const offeredDrafts = (kept: readonly KeptDraft[], tab: string): readonly KeptDraft[] =>
  latestFirst(kept).sort((one, other) => Number(other.draft.tab === tab) - Number(one.draft.tab === tab))

/** The drafts that are too many. */
export const tooMany = (kept: readonly KeptDraft[]): readonly KeptDraft[] => latestFirst(kept).slice(MOST)

const latestFirst = (kept: readonly KeptDraft[]) =>
  [...kept].sort((one, other) => other.draft.saved_at - one.draft.saved_at)

/** The beginning of the places of all drafts of a record. */
export const recordPlace = (id: RecordId): string => `${encodeURIComponent(id)} `

/** @param place the record and the visit to its form, which has a draft of its own */
export const draftKey = (person: string, { submit }: FormDefinition, place: string | number): string =>
  `${person} ${submit.method} ${submit.path} ${place}`

/** Changed values, and the version of the record that they are based on. */
type Changes = Pick<Draft, 'base' | 'values'>

/** The version of a record that never was. The host refuses a change of it, and answers the present record. */
const OUTDATED = '"outdated"'

/**
 * The changes of a draft and of a form, of which the latter win. Each is based on the value that it was entered over, so that a later change
 * of somebody else is always seen. Of two versions at least one is outdated, so together they are, too.
 */
export function together(draft: Changes, own: Changes): Changes {
  const names = Object.keys(own.values)
  const values = { ...draft.values, ...own.values }
  const { base } = draft
  if (names.length === 0 || base === null || own.base === null) return { base, values }
  const { record, etag } = own.base
  const over = Object.fromEntries(names.map((name) => [name, record[name]]))
  return { base: { record: { ...base.record, ...over }, etag: etag === base.etag ? etag : OUTDATED }, values }
}

/** A save of this person: the version that it replaced, and the record as saved. */
export interface OwnSave {
  readonly from: string | null | undefined
  readonly to: LoadedRecord
}

/** A draft after its person has saved the version that it is based on: restored, it is no conflict with their own change. */
export const afterOwnSave = (draft: Draft, { from, to }: OwnSave): Draft =>
  draft.base === null || draft.base.etag !== from
    ? draft
    : { ...draft, base: { record: { ...draft.base.record, ...to.record }, etag: to.etag } }

/** The changed values that may be stored: no secrets, and no files. */
export function draftValues(definition: FormDefinition, values: FormValues, initial: FormValues): FormValues {
  const kept = changedFields(values, initial).filter(
    (name) => fieldSchema(definition, name).writeOnly !== true && definition.fields[name]?.kind !== 'file',
  )
  return Object.fromEntries(kept.map((name) => [name, values[name] ?? null]))
}
