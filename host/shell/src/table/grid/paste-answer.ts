import type { BulkFailure, BulkResult, Problem } from '@atrium/sdk/documents'
import { reasonOf } from '../../actions/failure-words.ts'
import { seenOf } from '../../actions/many-fields.ts'
import type { RecordId } from '../../api/paths.ts'
import type { FieldSet } from '../../form/field-set.ts'
import { translateProblem } from '../../language/translate-problem.ts'
import type { PastePlan, PlannedRecord } from './plan-paste.ts'

/** Reasons why values were not changed, by record and field. */
export type Refusals = ReadonlyMap<RecordId, Readonly<Record<string, string>>>

/** The records of a plan that are sent, in this order. */
export const sentRecords = ({ records }: PastePlan): readonly PlannedRecord[] =>
  records.filter(({ changes }) => Object.keys(changes).length > 0)

/** In bytes; the host takes bodies of 1 MiB. */
const LARGE = 900_000

/**
 * The request: each record with its changes and as it was shown, so that what somebody else has changed since is not overwritten. If that
 * is too much for one request, only what is changed is compared.
 */
export function pasteBody(plan: PastePlan, { fields }: Pick<FieldSet, 'fields'>) {
  const body = (isSeen: (name: string, planned: PlannedRecord) => boolean) => ({
    records: sentRecords(plan).map((planned) => {
      const { record, changes } = planned
      const seen = Object.fromEntries(Object.entries(fields).filter(([name]) => isSeen(name, planned)))
      return { id: record.id, changes, seen: seenOf([record], { fields: seen })[String(record.id)] }
    }),
  })
  const whole = body(() => true)
  const isLarge = new TextEncoder().encode(JSON.stringify(whole)).length > LARGE
  return isLarge ? body((name, { changes }) => name in changes) : whole
}

/** The values that were refused of records that were not changed: those that the host names, or else all that were sent. */
export function refusalsOf(plan: PastePlan, failed: BulkResult['failed']): Refusals {
  const byId = new Map(failed.map(({ id, error }) => [String(id), translateProblem(error)]))
  const found = sentRecords(plan).flatMap(({ record, changes }): (readonly [RecordId, Record<string, string>])[] => {
    const error = byId.get(String(record.id))
    if (error === undefined) return []
    const names = Object.keys(changes)
    const named = names.filter((name) => error.errors?.[name] !== undefined)
    const own = (name: string) => (named.length > 0 ? (error.errors?.[name] ?? '') : reasonOf(error))
    return [[record.id, Object.fromEntries((named.length > 0 ? named : names).map((name) => [name, own(name)]))]]
  })
  return new Map(found)
}

/** The failures with the labels of the fields that they are about: `Price: At least 0`. */
export const inWords = (failed: BulkResult['failed'], { fields }: Pick<FieldSet, 'fields'>): BulkFailure[] =>
  failed.map(({ id, error: refused }) => {
    const error = translateProblem(refused)
    const told = Object.entries(error.errors ?? {}).map(([name, text]) => `${fields[name]?.label ?? name}: ${text}`)
    return { id, error: told.length === 0 ? error : { ...error, detail: told.join('. ') } }
  })

/** The values that a refused request names, `records.3.changes.price`. None if it was refused for another reason. */
export function refusalsIn(plan: PastePlan, { errors = {} }: Problem): Refusals {
  const sent = sentRecords(plan)
  const found = new Map<RecordId, Record<string, string>>()
  for (const [place, message] of Object.entries(errors)) {
    const [, index = '', name = ''] = /^records\.(\d+)\.changes\.(\w+)/.exec(place) ?? []
    const record = index === '' ? undefined : sent[Number(index)]?.record
    if (record) found.set(record.id, { ...found.get(record.id), [name]: message })
  }
  return found
}
