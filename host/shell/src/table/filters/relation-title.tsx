import type { RelationTarget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { relatedOptions } from '../../api/records.ts'
import { recordTitle } from '../../values/record-title.ts'

/** What the record is called whose id stands in an address; the id until that is known. */
export function RelationTitle({ relation, id }: { relation: RelationTarget; id: string }) {
  const { data } = useQuery(relatedOptions(relation, [id]))
  const [record] = data ?? []
  return <>{record ? recordTitle(record, relation.title_attribute) : id}</>
}
