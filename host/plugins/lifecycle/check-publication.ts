import type { Publication } from '../../registries/publication.ts'
import type { Registries } from '../../registries/registries.ts'
import type { Finding } from '../documents/finding.ts'
import { knownNames } from '../documents/known-names.ts'
import { invalidDocuments } from './invalid-documents.ts'

/**
 * Holds a publication against what others have published: an id, module, path, or tool that is taken stays with its owner, a panel
 * has to be configured (design section 5). Documents are validated by their own schemas.
 */
export function checkPublication(owner: string, publication: Publication, registries: Registries): Finding[] {
  return [
    ...unknownPanels(publication, registries),
    ...twice(publication),
    ...takenModules(owner, publication, registries),
    ...takenScreens(owner, publication, registries),
    ...takenDashboards(owner, publication, registries),
    ...takenTools(owner, publication, registries),
    ...invalidDocuments(publication),
  ]
}

function unknownPanels({ manifests }: Publication, { panels }: Registries): Finding[] {
  const configured = panels.configured()
  const enabled = configured.filter((panel) => panel.enabled).map(({ id }) => id)
  return manifests
    .filter(({ panel_id }) => !enabled.includes(panel_id))
    .map(({ panel_id, module_id }): Finding => ({
      code: 'panel_unknown',
      message: configured.some(({ id }) => id === panel_id)
        ? `The module [${module_id}] names the panel [${panel_id}], which panels.config.json disables.`
        : `The module [${module_id}] names the panel [${panel_id}], which panels.config.json does not have.`,
      fix: `${knownNames(panel_id, enabled)} Or add it to panels.config.json.`,
    }))
}

function twice({ dashboards, manifests }: Publication): Finding[] {
  const ids = repeated(dashboards.map(({ id }) => id)).map((id): Finding => ({
    code: 'dashboard_id_taken',
    message: `Two screens of this plugin have the id [${id}].`,
    fix: 'Give the resources or dashboards different ids.',
    document: id,
  }))
  const paths = repeated(manifests.flatMap(({ screens }) => screens.map(({ path }) => path))).map((path): Finding => ({
    code: 'module_path_taken',
    message: `Two screens of this plugin have the path [${path}].`,
    fix: 'Give them different `.module_path(…)`.',
  }))
  return [...ids, ...paths]
}

const repeated = (names: readonly string[]) => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
]

function takenModules(owner: string, { manifests }: Publication, { dashboards }: Registries): Finding[] {
  return manifests.flatMap(({ panel_id, module_id }) => {
    const other = dashboards.manifest(panel_id, module_id)?.plugin.id ?? owner
    if (other === owner) return []
    return {
      code: 'module_taken',
      message: `The module [${module_id}] in the panel [${panel_id}] belongs to the plugin [${other}].`,
      fix: 'Choose another module id.',
    }
  })
}

function takenScreens(owner: string, { manifests }: Publication, { dashboards }: Registries): Finding[] {
  const others = dashboards.manifests().filter(({ plugin }) => plugin.id !== owner)
  const owners = new Map(others.flatMap(({ screens, plugin }) => screens.map(({ path }) => [path, plugin.id] as const)))
  return manifests.flatMap(({ screens }) =>
    screens
      .filter(({ path }) => owners.has(path))
      .map(({ path }) => ({
        code: 'module_path_taken',
        message: `The screen path [${path}] belongs to the plugin [${owners.get(path)}].`,
        fix: 'Choose another `.module_path(…)`.',
      })),
  )
}

function takenDashboards(owner: string, publication: Publication, { dashboards }: Registries): Finding[] {
  return publication.dashboards.flatMap(({ id, resource_id }) => {
    const other = dashboards.ownerOf(id) ?? owner
    if (other === owner) return []
    return {
      code: resource_id === undefined ? 'dashboard_id_taken' : 'resource_id_taken',
      message: `The dashboard id [${id}] belongs to the plugin [${other}].`,
      fix: 'Choose another id: ids of resources and dashboards are unique on a host.',
      document: id,
    }
  })
}

function takenTools(owner: string, publication: Publication, { tools }: Registries): Finding[] {
  const owners = new Map(tools.list().map((tool) => [tool.name, tool.owner]))
  return publication.tools
    .filter(({ name }) => (owners.get(name) ?? owner) !== owner)
    .map(({ name }) => ({
      code: 'tool_taken',
      message: `The tool [${name}] belongs to the plugin [${owners.get(name)}].`,
      fix: 'Choose another name.',
    }))
}
