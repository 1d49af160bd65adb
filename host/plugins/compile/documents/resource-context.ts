import type { Action } from '@atrium/sdk/documents'
import type { Operation } from '../../../core/registries/operation.ts'
import type { Report } from '../checks/finding.ts'
import type { Resource } from './resource.ts'
import type { RouteIndex } from '../checks/route-index.ts'

/** What every screen of a resource is made from. */
export interface ResourceContext {
  readonly resource: Resource
  readonly routes: RouteIndex
  readonly report: Report
  /** Declared and derived. */
  readonly actions: readonly Action[]
}

/** The actions a screen of one record offers. */
export const rowActions = ({ actions }: ResourceContext) => actions.filter(({ kind }) => kind === 'row')

/** The permission a call of the operation needs, as a member of a document. */
export const permissionOf = (operation: Operation | undefined) =>
  operation?.permission === undefined ? {} : { permission: operation.permission }
