import type { Caller } from '@atrium/sdk'
import { ApiError, Type } from '@atrium/sdk'
import {
  Dashboard,
  FormDefinition,
  ModuleManifest,
  Panel,
  PanelDocument,
  ResourceDefinition,
  TranslationCatalogue,
} from '@atrium/sdk/documents'
import { hasFieldRules } from '../../core/auth/index.ts'
import type { OperationRegistry, Registries, Operation } from '../../core/registries/index.ts'
import { PERMISSIONS, platformOperation } from './platform-operation.ts'
import type { PlatformOperationOptions } from './platform-operation.ts'
import {
  dashboardNotFound,
  formNotFound,
  moduleNotFound,
  panelNotFound,
  requireScreen,
} from './reasons/missing-documents.ts'
import type { ShellDocuments } from './documents/shell-documents.ts'
import { shownTo } from './documents/hide-denied.ts'
import { ruledFor } from './documents/hide-ruled.ts'

/** The operations of the shell contract: the path of each document, and the error if it is missing. */
export function documentRoutes(registries: Registries, documents: ShellDocuments): DocumentRoute[] {
  const { operations } = registries
  const noPanel: DocumentSource['missing'] = ([id], caller) => panelNotFound(registries, id, caller)
  return [
    documentRoute(['panels', '/'], {
      summary: 'Lists the panels',
      response: Type.Array(Panel),
      find: () => documents.panels(),
      missing: noPanel,
    }),
    documentRoute(['panels', '/{panelId}'], {
      summary: 'Returns a panel with the navigation and screens of all its modules',
      response: PanelDocument,
      find: (id) => documents.panel(id),
      missing: noPanel,
    }),
    documentRoute(['panels', '/{panelId}/modules/{moduleId}/manifest'], {
      summary: 'Returns the manifest of a module in a panel',
      response: ModuleManifest,
      find: (panelId, moduleId) => documents.manifest(panelId, moduleId),
      missing: (ids, caller) => moduleNotFound(registries, ids, caller),
    }),
    documentRoute(['panels', '/{panelId}/resources'], {
      summary: 'Lists the resources that the search of a panel covers',
      response: Type.Array(ResourceDefinition),
      find: (id) => documents.resources(id),
      operations,
      missing: noPanel,
    }),
    documentRoute(['ui', '/dashboards/{dashboardId}'], {
      summary: 'Returns a dashboard, which describes one screen',
      response: Dashboard,
      find: (id) => documents.dashboard(id),
      require: ([id]) => requireScreen(registries, id),
      operations,
      missing: ([id], caller) => dashboardNotFound(registries, id, caller),
    }),
    documentRoute(['ui', '/translations/{locale}'], {
      summary: 'Returns the translations of the texts of documents and messages',
      description:
        'One catalogue for the platform, and one for each active plugin of which the caller may see a screen. Where several have the same ' +
        'text, the first one counts. A locale without translations has an empty list.',
      response: Type.Array(TranslationCatalogue),
      find: (locale) => documents.translations(locale),
      missing: ([locale]) =>
        new ApiError('route_not_found', { detail: `[${locale}] is not a locale such as de or de-AT.` }),
    }),
    documentRoute(['forms', '/{formId}'], {
      summary: 'Returns a form; the dashboard contains its id',
      response: FormDefinition,
      // The registry drops replaced forms after some time.
      find: (id) => documents.form(id),
      isFleeting: true,
      operations,
      missing: ([id]) => formNotFound(registries, id),
    }),
  ]
}

/** The path parameters, at most two, in the order of the path. A missing one is an empty string. */
type Ids = [first: string, second: string]

/** Finds a document, and makes the error if it is missing. */
interface DocumentSource extends Pick<PlatformOperationOptions, 'summary' | 'description' | 'response'> {
  /** Default: that of the shell. */
  readonly permission?: string
  readonly find: (...ids: Ids) => object | undefined
  /** Finds the document for callers whose roles limit fields. Default: `find` */
  readonly findFor?: (caller: Caller, ...ids: Ids) => object | undefined
  /** Whether the document may disappear before the registries change. Default false. */
  readonly isFleeting?: boolean
  readonly missing: (ids: Ids, caller: Caller) => ApiError
  /** Makes the function that throws an ApiError if the caller may not see the document. It may be cached until the registries change. */
  readonly require?: (ids: Ids) => (caller: Caller) => void
  /** For a document that shows records: finds the fields that the roles of a caller hide. */
  readonly operations?: OperationRegistry
}

/** An operation that returns a document. The HTTP server skips its handler: it calls `find` and sends the prepared document. */
export interface DocumentRoute {
  readonly operation: Operation
  /** Makes the function that finds the document of a path. It may be cached until the registries change. */
  readonly at: (params: Readonly<Record<string, string>>) => FindDocument
}

/** @throws ApiError if the caller may not see it */
type FindDocument = (caller: Caller) => object | undefined

/** Makes the operation for one document. */
export function documentRoute(place: readonly [owner: string, path: string], source: DocumentSource): DocumentRoute {
  const {
    missing,
    operations,
    permission = PERMISSIONS.shell,
    require,
    find,
    findFor,
    isFleeting = false,
    ...options
  } = source
  const at: DocumentRoute['at'] = (params) => {
    const ids = idsOf(params)
    const check = require?.(ids)
    let found: object | undefined
    return (caller) => {
      check?.(caller)
      if (findFor && hasFieldRules(caller)) return findFor(caller, ...ids)
      if (found === undefined || isFleeting) found = find(...ids)
      return found
    }
  }
  const operation = platformOperation(place, { ...options, permission }, ({ params, caller }) => {
    const document = at(params)(caller)
    if (document === undefined) throw missing(idsOf(params), caller)
    return shownTo(caller, operations ? ruledFor(document, { operations, caller }) : document)
  })
  return { operation, at }
}

function idsOf(params: Readonly<Record<string, string>>): Ids {
  const [first = '', second = ''] = Object.values(params)
  return [first, second]
}
