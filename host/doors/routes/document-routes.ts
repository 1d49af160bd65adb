import type { ApiError } from '@atrium/sdk'
import { Type } from '@atrium/sdk'
import {
  Dashboard,
  FormDefinition,
  ModuleManifest,
  Panel,
  PanelDocument,
  ResourceDefinition,
} from '@atrium/sdk/documents'
import type { Registries, Operation } from '../../core/registries/index.ts'
import { PERMISSIONS, platformOperation } from './platform-operation.ts'
import type { PlatformOperationOptions } from './platform-operation.ts'
import { dashboardNotFound, formNotFound, moduleNotFound, panelNotFound } from './reasons/missing-documents.ts'
import type { ShellDocuments } from './documents/shell-documents.ts'
import { shownTo } from './documents/hide-denied.ts'

/** The shell contract: where each document is, and what is said where it is not. */
export function documentRoutes(registries: Registries, documents: ShellDocuments): DocumentRoute[] {
  const noPanel = (id: string) => panelNotFound(registries, id)
  return [
    documentRoute(['panels', '/'], {
      permission: PERMISSIONS.shell,
      summary: 'The panels there are',
      response: Type.Array(Panel),
      find: () => documents.panels(),
      missing: noPanel,
    }),
    documentRoute(['panels', '/{panelId}'], {
      permission: PERMISSIONS.shell,
      summary: 'One panel with the navigation and the screens of all its modules',
      response: PanelDocument,
      find: (id) => documents.panel(id),
      missing: noPanel,
    }),
    documentRoute(['panels', '/{panelId}/modules/{moduleId}/manifest'], {
      permission: PERMISSIONS.shell,
      summary: 'What one module shows in one panel',
      response: ModuleManifest,
      find: (panelId, moduleId) => documents.manifest(panelId, moduleId),
      missing: (panelId, moduleId) => moduleNotFound(registries, panelId, moduleId),
    }),
    documentRoute(['panels', '/{panelId}/resources'], {
      permission: PERMISSIONS.shell,
      summary: 'What the search of the panel looks into',
      response: Type.Array(ResourceDefinition),
      find: (id) => documents.resources(id),
      missing: noPanel,
    }),
    documentRoute(['ui', '/dashboards/{dashboardId}'], {
      permission: PERMISSIONS.shell,
      summary: 'One screen',
      response: Dashboard,
      find: (id) => documents.dashboard(id),
      missing: (id) => dashboardNotFound(registries, id),
    }),
    documentRoute(['forms', '/{formId}'], {
      permission: PERMISSIONS.shell,
      summary: 'One form; its id is read from the dashboard',
      response: FormDefinition,
      find: (id) => documents.form(id),
      missing: (id) => formNotFound(registries, id),
    }),
  ]
}

/** What stands in the path, at most two parameters. */
type Ids = [first: string, second: string]

/** Where a document is, and why it is not. Parameters come in the order of the path. */
interface DocumentSource extends Pick<PlatformOperationOptions, 'summary' | 'response' | 'permission'> {
  readonly find: (...ids: Ids) => object | undefined
  readonly missing: (...ids: Ids) => ApiError
}

/** An operation that answers a document. Over HTTP the document is taken from `find` and sent as it lies ready. */
export interface DocumentRoute {
  readonly operation: Operation
  readonly find: (params: Readonly<Record<string, string>>) => object | undefined
}

export function documentRoute(place: readonly [owner: string, path: string], source: DocumentSource): DocumentRoute {
  const { find, missing, ...options } = source
  const operation = platformOperation(place, options, ({ params, caller }) => {
    const document = find(...idsOf(params))
    if (document === undefined) throw missing(...idsOf(params))
    return shownTo(caller, document)
  })
  return { operation, find: (params) => find(...idsOf(params)) }
}

function idsOf(params: Readonly<Record<string, string>>): Ids {
  const [first = '', second = ''] = Object.values(params)
  return [first, second]
}
