import type { Column } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'
import type { DataRecord } from '../../api/records.ts'

/** What the renderer of a cell is given. */
export interface ColumnProps<Kind extends Column['kind'] = Column['kind']> {
  column: Extract<Column, { kind: Kind }>
  value: unknown
  /** All records of the page. */
  records: readonly DataRecord[]
}

/** One renderer for each kind of column: a kind without one does not compile. */
export type ColumnRenderers = { [Kind in Column['kind']]: ComponentType<ColumnProps<Kind>> }
