import { rendererFor } from '../../screen/renderer-for.ts'
import { UnknownKind } from '../../screen/unknown-kind.tsx'
import type { FilterProps } from './filter-props.ts'
import { filterEditors } from './index.ts'

/** What a filter is set with. */
export function FilterEditor(props: FilterProps) {
  const Editor = rendererFor<FilterProps>(filterEditors, props.filter.kind)
  return Editor ? <Editor {...props} /> : <UnknownKind what="filter" kind={props.filter.kind} />
}
