import type {
  Dashboard,
  FormDefinition,
  ModuleManifest,
  Panel,
  PanelDocument,
  ResourceDefinition,
  SearchResult,
  SessionInfo,
} from '@atrium/sdk/documents'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { DOCUMENTS } from './refresh-documents.ts'
import { request } from './request.ts'
import { translateDocument } from './translate-document.ts'
import { knowTranslations } from './translations.ts'

/** The first part of the query key of everything about the person's own account. */
export const ACCOUNT = ['account'] as const

const documentOptions = <Document>(path: string) =>
  queryOptions({
    queryKey: [...DOCUMENTS, path],
    queryFn: async ({ client, signal }) => {
      const [{ data }] = await Promise.all([request<Document>('GET', path, { signal }), knowTranslations(client)])
      return translateDocument(data)
    },
  })

const segment = encodeURIComponent

/** Who is signed in, with their permissions. */
export const sessionOptions = () =>
  queryOptions({
    queryKey: [...DOCUMENTS, SESSION],
    queryFn: async ({ signal }) => (await request<SessionInfo>('GET', SESSION, { signal })).data,
  })

const SESSION = '/api/v1/auth/me'

/** The panels that the person may open. */
export const panelsOptions = () => documentOptions<Panel[]>('/api/v1/panels')
/** A panel with its navigation and screens. */
export const panelOptions = (panelId: string) => documentOptions<PanelDocument>(`/api/v1/panels/${segment(panelId)}`)
/** The resources of a panel. */
export const resourcesOptions = (panelId: string) =>
  documentOptions<ResourceDefinition[]>(`/api/v1/panels/${segment(panelId)}/resources`)
/** A dashboard with its widgets. */
export const dashboardOptions = (id: string) => documentOptions<Dashboard>(`/api/v1/ui/dashboards/${segment(id)}`)

/** The definition of a form. */
export const formOptions = (id: string) => documentOptions<FormDefinition>(`/api/v1/forms/${segment(id)}`)

/** The manifest of a module. Its error says why a module is missing. */
export const manifestOptions = (panelId: string, moduleId: string) =>
  documentOptions<ModuleManifest>(`/api/v1/panels/${segment(panelId)}/modules/${segment(moduleId)}/manifest`)

/** The hits for a text. While they load, the previous hits stay. */
export const searchOptions = (panelId: string, text: string) =>
  queryOptions({
    ...documentOptions<SearchResult>(`/api/v1/panels/${segment(panelId)}/search?q=${segment(text)}`),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
