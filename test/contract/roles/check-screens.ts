import type { Dashboard, FormDefinition, ResourceDefinition, Widget } from '@atrium/sdk/documents'
import type { TestHost } from '../../../host/testing/index.ts'
import type { Difference } from './check-doors.ts'
import type { Visitor } from './doors.ts'
import { type RandomPerson, Reference } from './reference.ts'

interface Walk {
  readonly person: RandomPerson
  readonly by: Visitor
}

/**
 * Opens every screen, whatever its widgets are, and the resources of every panel. A screen that is not the person's is refused. Wherever a
 * widget or a resource names a field of the records behind it, the name must be gone if all of the person's roles hide the field, and be
 * there if none does.
 */
export async function screenDifferences(
  { registries }: TestHost,
  { owners, operator }: { owners: readonly string[]; operator: Visitor },
  { person, by }: Walk,
): Promise<Difference[]> {
  const ref = new Reference(person)
  const found: Difference[] = []
  const modules = registries.dashboards.manifests().filter(({ plugin }) => owners.includes(plugin.id))
  const panels = new Set(modules.map(({ panel_id }) => panel_id))
  const documents = await Promise.all([...panels].map(async (id) => (await by.ask(`/api/v1/panels/${id}`)).text))
  for (const { dashboard_id, permission } of modules.flatMap(({ screens }) => screens)) {
    const isListed = documents.some((document) => document.includes(`"dashboard_id":"${dashboard_id}"`))
    const address = `/api/v1/ui/dashboards/${dashboard_id}`
    const [whole, seen] = [await operator.ask(address), await by.ask(address)]
    const note = (what: string) => found.push({ door: `screen ${dashboard_id}`, what })
    if (permission !== undefined && isListed !== ref.can(permission)) note(isListed ? 'is listed' : 'is not listed')
    if (permission !== undefined && !ref.can(permission)) {
      if (seen.status !== 403) note(`answers ${seen.status}, although the screen is not theirs`)
      continue
    }
    if (seen.status !== 200) {
      note(`does not open: ${seen.text}`)
      continue
    }
    const widgets = (JSON.parse(seen.text) as Dashboard).widgets
    for (const widget of (JSON.parse(whole.text) as Dashboard).widgets) {
      const own = widgets.find(({ id }) => id === widget.id)
      for (const what of await wrongIn(widget, own)) note(`${widget.id} ${what}`)
    }
  }
  for (const panel of panels) {
    const address = `/api/v1/panels/${panel}/resources`
    const seen = JSON.parse((await by.ask(address)).text) as ResourceDefinition[]
    for (const resource of JSON.parse((await operator.ask(address)).text) as ResourceDefinition[]) {
      const own = seen.find(({ id }) => id === resource.id)
      for (const what of wrongInNames(resource, own)) found.push({ door: `resource ${resource.id}`, what })
    }
  }
  return found

  async function wrongIn(widget: Widget, own: Widget | undefined): Promise<string[]> {
    if (widget.kind === 'form') return wrongInForm(widget.form_id)
    const wrong = [...wrongInNames(widget, own), ...wrongInChanges(widget, own), ...wrongInImport(widget, own)]
    return [...wrong, ...(await wrongInFigures(widget, own))]
  }

  /** Below a column stands only a figure that its list answers. */
  async function wrongInFigures(widget: Widget, own: Widget | undefined): Promise<string[]> {
    const behind = widget.kind === 'table' ? tableAt('GET', widget.list_path) : undefined
    if (behind === undefined || own?.kind !== 'table' || !ref.can(behind.permission)) return []
    const names = figuresIn(own)
    const asks = (name: string) => ref.asks(behind.permission, behind.table, name)
    const missing = figuresIn(widget).filter((name) => asks(name) && !names.includes(name))
    const wrong = missing.map((name) => `has no figure of [${name}]`)
    if (names.length === 0) return wrong
    const { status, text } = await by.ask(`${own.list_path}?_summary=${names.join()}&_limit=0`)
    return status === 200 ? wrong : [...wrong, `asks for a figure that is refused: ${text}`]
  }

  /** The fields that the edit of many records offers. */
  function wrongInChanges(widget: Widget, own: Widget | undefined): string[] {
    const action = changesIn(widget)
    const behind = action && tableAt('PATCH', action.path.replace(/change$/, '{id}'))
    if (action?.changes === undefined || behind === undefined || own === undefined) return []
    const offered = changesIn(own)?.changes ?? []
    const { permission, table } = behind
    if (!ref.can(permission)) return offered.length > 0 ? ['offers an edit that is refused'] : []
    return action.changes.flatMap((name) => {
      const isOffered = offered.includes(name)
      if (isFree(person, { permission, table, name })) return isOffered ? [] : [`does not offer to change [${name}]`]
      return isOffered && hidesEverywhere(person, { permission, table, name }) ? [`offers to change [${name}]`] : []
    })
  }

  /** The import is offered to those who may create, and names no field that the list hides from them. */
  function wrongInImport(widget: Widget, own: Widget | undefined): string[] {
    const [imports, offered] = [importIn(widget), importIn(own)]
    const behind = widget.kind === 'table' ? tableAt('GET', widget.list_path) : undefined
    if (imports === undefined || behind === undefined || own === undefined) return []
    if (offered !== undefined && !ref.can(imports.permission ?? '')) return ['offers an import that is refused']
    if (offered === undefined) return ref.can(imports.permission ?? '') ? ['does not offer to import'] : []
    const gone = offered.fields.filter(({ name }) => hidesEverywhere(person, { ...behind, name }))
    return gone.map(({ name }) => `offers to import [${name}], which is hidden`)
  }

  function wrongInNames(widget: object, own: object | undefined): string[] {
    const behind = tableBehind(widget)
    if (behind === undefined || !ref.can(behind.permission)) return []
    const { permission, table, fields } = behind
    const names = namesIn(widget, fields)
    const free = names.filter((name) => ref.asks(permission, table, name))
    if (own === undefined) return free.length === names.length ? ['is missing'] : []
    const shown = namesIn(own, fields)
    const gone = names.filter((name) => hidesEverywhere(person, { permission, table, name }))
    return [
      ...gone.filter((name) => shown.includes(name)).map((name) => `names [${name}], which is hidden`),
      ...free.filter((name) => !shown.includes(name)).map((name) => `does not name [${name}]`),
    ]
  }

  async function wrongInForm(id: string): Promise<string[]> {
    const whole = JSON.parse((await operator.ask(`/api/v1/forms/${id}`)).text) as FormDefinition
    const { status, text } = await by.ask(`/api/v1/forms/${id}`)
    const behind = tableAt(whole.submit.method, whole.submit.path)
    if (behind === undefined) return []
    const { permission, table } = behind
    if (!ref.can(permission)) return []
    if (status !== 200) return [`does not open: ${text}`]
    const form = JSON.parse(text) as FormDefinition
    const { properties = {} } = form.schema as { properties?: object }
    const shown = [...Object.keys(form.fields), ...Object.keys(properties), ...namesIn(form.layout, behind.fields)]
    return Object.keys(whole.fields).flatMap((name) => {
      const isShown = shown.includes(name)
      if (hidesEverywhere(person, { permission, table, name }))
        return isShown ? [`names [${name}], which is hidden`] : []
      return !isShown && isFree(person, { permission, table, name }) ? [`does not name [${name}]`] : []
    })
  }

  /** The table of the store behind the first path that a part of a document reads. */
  function tableBehind(widget: object) {
    const paths = Object.values(widget).filter((value) => typeof value === 'string' && value.startsWith('/api/v1/'))
    return paths.map((path) => tableAt('GET', path as string)).find((each) => each !== undefined)
  }

  function tableAt(method: string, path: string) {
    const match = registries.operations.match(method, path)
    if (!match || !('operation' in match)) return undefined
    const { permission = '', declaration } = match.operation
    const { store } = declaration
    return store?.table && { permission, table: store.table.name, fields: Object.keys(store.schema.properties) }
  }
}

/** The fields that a part of a document names, wherever: as a column, a series, a filter, a title. */
function namesIn(part: unknown, fields: readonly string[]): string[] {
  if (typeof part === 'string') return fields.includes(part) ? [part] : []
  if (typeof part !== 'object' || part === null) return []
  return [...new Set(Object.entries(part).flatMap(([key, each]) => (SAID.has(key) ? [] : namesIn(each, fields))))]
}

/** Members that are words for people, or ids, or that another permission decides about. */
const SAID = new Set(['label', 'title', 'kind', 'id', 'value', 'value_label', 'changes', 'import'])

const changesIn = (widget: Widget) =>
  widget.kind === 'table' ? widget.actions.find(({ changes }) => changes !== undefined) : undefined

const importIn = (widget: Widget | undefined) => (widget?.kind === 'table' ? widget.import : undefined)

interface AskedField {
  readonly permission: string
  readonly table: string
  readonly name: string
}

/** Whether each role that grants the permission hides the field, however it limits the records. */
function hidesEverywhere(person: RandomPerson, { permission, table, name }: AskedField): boolean {
  const granting = grantingRoles(person, { permission, table })
  return granting.length > 0 && granting.every(({ hidden }) => (hidden[table] ?? []).includes(name))
}

/** Whether some role grants the permission that neither hides the field nor makes it read-only. */
const isFree = (person: RandomPerson, { permission, table, name }: AskedField) =>
  grantingRoles(person, { permission, table }).some(
    ({ hidden, read_only }) => ![...(hidden[table] ?? []), ...(read_only[table] ?? [])].includes(name),
  )

/** Those that can reach a record: not those whose condition has no value for the person. */
const grantingRoles = (person: RandomPerson, { permission, table }: Omit<AskedField, 'name'>) =>
  person.roles.filter(
    (role) =>
      new Reference({ ...person, roles: [role] }).can(permission) &&
      (role.conditions[table] ?? []).every(
        ({ is, field }) => is !== 'mine' || (person.attributes[field] ?? []).length > 0,
      ),
  )

const figuresIn = (widget: Widget) =>
  (widget.kind === 'table' ? widget.columns : []).filter(({ summary }) => summary !== undefined).map(({ name }) => name)
