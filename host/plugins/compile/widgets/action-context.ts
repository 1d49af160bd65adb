import type { AddForm, Report } from '../checks/finding.ts'
import type { RouteIndex } from '../checks/route-index.ts'

/** Where actions are declared, and what they are linked with. */
export interface ActionContext {
  /** The resource, or the resource and its relation block: `clients/documents`. */
  readonly name: string
  readonly api_base: string | undefined
  /** Whether the actions stand in a block on the screen of another record, their `{parent_id}`. */
  readonly hasParent?: boolean
  readonly routes: RouteIndex
  readonly report: Report
  readonly addForm: AddForm
}
