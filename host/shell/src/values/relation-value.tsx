import type { RelationTarget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { relatedOptions } from '../api/records.ts'
import { asText } from './as-text.ts'
import { Blank, isBlank } from './blank.tsx'
import { recordIds } from './record-ids.ts'
import { recordTitle } from './record-title.ts'

interface RelationValueProps {
  value: unknown
  relation: RelationTarget
  /** The values of this field in all records around it: their names come with one request. */
  siblings: readonly unknown[]
}

/** What the record that a value points at is called; its id until, or unless, the name is known. */
export function RelationValue({ value, relation, siblings }: RelationValueProps) {
  const { data } = useQuery(relatedOptions(relation, recordIds(siblings)))
  if (isBlank(value)) return <Blank />
  const found = data?.find((record) => record.id === value)
  return <>{found ? recordTitle(found, relation.title_attribute) : asText(value)}</>
}
