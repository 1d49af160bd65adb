import { Type } from '@atrium/sdk'
import {
  Dashboard,
  FormDefinition,
  ModuleManifest,
  Panel,
  PanelDocument,
  ResourceDefinition,
} from '@atrium/sdk/documents'
import type { Registries } from '../../../core/registries/index.ts'
import { PERMISSIONS } from '../permissions.ts'
import { dashboardNotFound } from '../reasons/dashboard-not-found.ts'
import { formNotFound } from '../reasons/form-not-found.ts'
import { moduleNotFound } from '../reasons/module-not-found.ts'
import { panelNotFound } from '../reasons/panel-not-found.ts'
import { documentRoute } from './document-route.ts'
import type { DocumentRoute } from './document-route.ts'
import type { ShellDocuments } from './shell-documents.ts'

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
