import type { Column } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'
import { lazy, Suspense } from 'react'
import type { DataRecord } from '../api/paths.ts'
import { rendererFor } from '../screen/renderers.tsx'
import type { ShownProps } from '../values/value-kinds.tsx'
import { RelationValue, sharedKinds, TagsValue, TextValue } from '../values/value-kinds.tsx'
import styles from './columns.module.css'

const FittingTags = lazy(() => import('./fitting-tags.tsx').then((module) => ({ default: module.FittingTags })))

/** The props of a renderer of cells. */
export interface ColumnProps<Kind extends Column['kind'] = Column['kind']> extends ShownProps<
  Extract<Column, { kind: Kind }>
> {
  /** The owner of the value; undefined in the heading of a group. */
  record?: DataRecord | undefined
  /** All records of the page. */
  records: readonly DataRecord[]
}

type ColumnRenderers = { [Kind in Column['kind']]: ComponentType<ColumnProps<Kind>> }

/** One renderer for each kind of column: a kind without one does not compile. */
export const columns: ColumnRenderers = {
  ...sharedKinds,
  text: TextColumn,
  tags: TagsColumn,
  relation: RelationColumn,
  file: FileColumn,
  element: ElementColumn,
}

interface ColumnValueProps {
  column: Column
  value: unknown
  record?: DataRecord
  /** All records of the page. */
  records: readonly DataRecord[]
}

/** A value as its column shows it. Columns of a kind that this shell does not know are shown as text. */
export function ColumnValue({ column, value, record, records }: ColumnValueProps) {
  const Renderer = rendererFor<ColumnProps>(columns, column.kind)
  return Renderer ? (
    <Renderer shown={column} value={value} record={record} records={records} />
  ) : (
    <TextValue value={value} />
  )
}

/** A text, on one line unless the column wraps. */
function TextColumn({ shown, value }: ColumnProps<'text'>) {
  return (
    <span className={shown.wrap ? styles.wrapped : styles.line}>
      <TextValue value={value} options={shown.options} format={shown.format} />
    </span>
  )
}

/** Tags on one line. In the heading of a group there is room for all. */
function TagsColumn({ value, record }: ColumnProps<'tags'>) {
  if (record === undefined) return <TagsValue value={value} />
  return (
    <Suspense>
      <FittingTags value={value} />
    </Suspense>
  )
}

/** The title of the related record. The related records of the whole page are read with one request. */
function RelationColumn({ shown, value, records }: ColumnProps<'relation'>) {
  const siblings = records.map((record) => record[shown.name])
  return <RelationValue value={value} relation={shown.relation} siblings={siblings} />
}

const FileLink = lazy(() => import('../files/file-link.tsx').then((module) => ({ default: module.FileLink })))

/** The name of a file, which opens it. */
function FileColumn({ shown, value, record }: ColumnProps<'file'>) {
  return (
    <Suspense fallback={<TextValue value={value} />}>
      <FileLink value={value} contentPath={shown.content_path} record={record} />
    </Suspense>
  )
}

const ValueElement = lazy(() =>
  import('../elements/value-element.tsx').then((module) => ({ default: module.ValueElement })),
)

/** A value that the plugin itself shows. */
function ElementColumn({ shown, value, record }: ColumnProps<'element'>) {
  return (
    <Suspense fallback={<TextValue value={value} />}>
      <ValueElement kind="column" shown={shown} value={value} record={record} />
    </Suspense>
  )
}
