import type { RelationTarget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pageOptions, relatedOptions } from '../../api/records.ts'
import type { DataRecord } from '../../api/records.ts'
import { recordIds } from '../../values/record-title.ts'
import type { DependentPath } from '../dependent-path.ts'
import { isEmpty } from '../form-values.ts'

interface ChoicesOptions {
  value: unknown
  /** What is searched for; empty for whatever comes first. */
  text: string
  /** Whether the choices are to be seen. */
  isOpen: boolean
  onChange: (value: unknown) => void
}

/** The first of those that can be chosen. */
const SHOWN = 20

/**
 * The record that is chosen, and those that can be. Once another field that the choices depend on has been changed, a record that
 * is no longer among them is let go of; one that the form began with stays until then.
 */
export function useChoices(
  relation: RelationTarget,
  { path, hasChanged }: DependentPath,
  { value, text, isOpen, onChange }: ChoicesOptions,
) {
  const choices = { ...relation, list_path: path ?? relation.list_path }
  const chosen = useQuery(relatedOptions(relation, recordIds([value])))
  const among = useQuery({
    ...relatedOptions(choices, recordIds([value])),
    enabled: hasChanged && path !== null && !isEmpty(value),
  })
  const query = new URLSearchParams({ _start: '0', _end: String(SHOWN), ...(text !== '' && { q: text }) })
  const found = useQuery({
    ...pageOptions(choices.list_path, String(query)),
    enabled: isOpen && path !== null,
  })

  const isGone = hasChanged && !isEmpty(value) && (path === null || among.data?.length === 0)
  useEffect(() => {
    if (isGone) onChange(undefined)
  })
  return {
    chosen: chosen.data?.[0],
    records: unique([...(chosen.data ?? []), ...(found.data?.records ?? [])]),
    isFetching: found.isFetching,
  }
}

function unique(records: readonly DataRecord[]): DataRecord[] {
  return [...new Map(records.map((record) => [record.id, record])).values()]
}
