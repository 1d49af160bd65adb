import type { ActionDraft } from './action-builder.ts'
import type { FieldDraft } from './field-builder.ts'
import type { FieldHolding, FieldOf, PathNaming } from './field-of.ts'
import { Builder, draft_of, once_each, refused_at } from './builder.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import { label_of } from '../declaration/label-of.ts'
import { FieldFactory, type FormNode } from './field-factory.ts'
import { type LayoutDraft, layout_of, leaves_of } from './layout-builder.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'
import { require_fields_named, require_function, require_id, require_text } from '../declaration/require.ts'

/** A form as declared. Default of `fields`: every writable field of the record. */
export interface FormDraft {
  readonly origin: Origin
  fields?: LayoutDraft<FieldDraft>[]
  plan?: string
  similar?: string
  typed?: readonly string[]
  create_and?: readonly CreateAndDraft[]
}

/** A button that creates a record and runs one of its actions, as declared. */
export interface CreateAndDraft extends Pick<ActionDraft, 'origin' | 'id' | 'kind'> {
  readonly label: string
}

/** Configures the form of the create and the edit screen. */
export class FormBuilder<Row> extends Builder<FormDraft> {
  fields(make: (field: FieldFactory<Row>) => readonly FormNode<Row>[]): this {
    const nodes = require_function('fields', make, "fields((field) => [field.text('name')])")(new FieldFactory())
    const fields = layout_of('fields', nodes)
    // One field may have different inputs under different conditions.
    const always = leaves_of(fields).filter(({ visible_when }) => visible_when === undefined)
    once_each('field', always)
    require_own_headings(leaves_of(fields))
    return this.set({ fields })
  }

  /**
   * Shows who would gain and lose which permission before an edit is saved, for records that decide about permissions.
   * @param path of a POST route that takes the changes and answers a `GrantPlan`: `/roles/{id}/plan`
   */
  plan(path: string): this {
    return this.set({ plan: require_text('plan', path) })
  }

  /**
   * Warns, while a new record is entered, of records that may be the same.
   * @param path of a GET route that answers `[{ id, title, reasons }]`, the most likely first. Its query names fields of the form:
   *   `/clients/similar?email={email}&phone={phone}`. It is asked with those that have a value
   */
  similar<Path extends string>(path: Path & PathNaming<Path, FieldOf<Row>>): this {
    return this.set({ similar: require_text('similar', path) })
  }

  /**
   * Adds a button that creates the record and then runs one of its row actions: `create_and('confirm', 'Book and confirm')`. It is offered
   * to people with the permission for the action. If the action is refused, the record stays, and the reason is shown.
   * @param action the id of an action without a form and a question, which deletes nothing
   */
  create_and(action: string, label: string): this {
    const added = {
      ...({ kind: 'row', origin: origin_of(this.create_and) } as const),
      id: require_id('action', action),
      label: require_text('create_and', label),
    }
    const { create_and = [] } = draft_of<FormDraft>(this)
    return this.set({ create_and: once_each('button for the action', [...create_and, added]) })
  }

  /**
   * Begins a new record with the text that a person has searched for in a relation field before choosing to create it. Needed where the
   * title of a record is put together from fields.
   * @param names one field for the whole text, or two: the last word goes into the last field, the words before it into the first
   */
  typed(...names: [FieldHolding<Row, string>] | [FieldHolding<Row, string>, FieldHolding<Row, string>]): this {
    // Authors in JavaScript have no compiler.
    if (names.length <= 2) return this.set({ typed: require_fields_named('typed', names) })
    throw new DeclarationError('argument_invalid', `[typed] takes one or two fields, and got ${names.length}.`, {
      fix: `Name the field for the words before the last, and the one for the last: [typed('given_name', 'family_name')].`,
    })
  }
}

/** Refuses one heading of files for two fields of a form: an import takes a heading only if it means one field. */
function require_own_headings(drafts: readonly FieldDraft[]): void {
  const called = drafts.flatMap(({ name, label = label_of(name) }) => [
    { name, heading: name, as: 'name' },
    { name, heading: label, as: 'label' },
  ])
  const owners = new Map<string, string>()
  for (const { name, origin, aliases = [] } of drafts) {
    for (const alias of aliases) {
      const other = called.find((each) => each.name !== name && folded(each.heading) === folded(alias))
      if (other) throw refused_at(origin, taken(name, alias, other), { fix: 'Remove it from [also_called].' })
      const owner = owners.get(folded(alias)) ?? name
      owners.set(folded(alias), owner)
      if (owner === name) continue
      const both = `The fields [${owner}] and [${name}] of one form are both also called [${alias}]`
      throw refused_at(origin, `${both}, so an import knows neither by it.`, { fix: 'Remove it from one of them.' })
    }
  }
}

const taken = (name: string, alias: string, other: { readonly name: string; readonly as: string }) =>
  `The field [${name}] is also called [${alias}], which is the ${other.as} of the field [${other.name}] of the same form, so an import knows neither by it.`

/** Imports compare headings without accents, case and punctuation. */
const folded = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
