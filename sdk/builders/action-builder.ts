import type { Action } from '../documents/action.ts'
import type { Color } from '../documents/color.ts'
import type { Condition } from '../documents/condition.ts'
import { as_json_schema, type ConditionSchema } from './condition-schema.ts'
import { DeclarationError } from './declaration-error.ts'
import type { FieldOf, ValueOf } from './field-of.ts'
import { require_id } from './require-id.ts'
import { type Origin, origin_of } from './origin.ts'

/** An action as declared. */
export interface ActionDraft {
  readonly origin: Origin
  readonly id: string
  readonly kind: Action['kind']
  method?: Action['method']
  path?: string
  label?: string
  icon?: string
  color?: Color
  confirm?: string
  visible_when?: Condition
}

/** What an action sends, and how it looks. */
export class ActionBuilder<Row> {
  readonly draft: ActionDraft

  constructor(draft: ActionDraft) {
    this.draft = draft
  }

  /** The route it calls. `{id}` stands for the record; a path without `/api/` in front is appended to `api_base`. */
  post(path: string): this {
    return this.#send('POST', path)
  }

  put(path: string): this {
    return this.#send('PUT', path)
  }

  patch(path: string): this {
    return this.#send('PATCH', path)
  }

  delete(path: string): this {
    return this.#send('DELETE', path)
  }

  /** Default: the id, `mark-paid` → "Mark paid". */
  label(label: string): this {
    this.draft.label = label
    return this
  }

  icon(icon: string): this {
    this.draft.icon = icon
    return this
  }

  color(color: Color): this {
    this.draft.color = color
    return this
  }

  /** A question that must be answered with yes before anything is sent. */
  confirm(question: string): this {
    this.draft.confirm = question
    return this
  }

  /** Offered only for records whose field suits the schema. */
  visible_when<Name extends FieldOf<Row>>(field: Name, schema: ConditionSchema<ValueOf<Row, Name>>): this {
    this.draft.visible_when = { field, schema: as_json_schema(schema) }
    return this
  }

  #send(method: Action['method'], path: string): this {
    if (!path.startsWith('/')) {
      throw new DeclarationError(
        'path_invalid',
        `The path [${path}] of the action [${this.draft.id}] does not begin with "/".`,
        {
          fix: `Write "/${path}".`,
        },
      )
    }
    this.draft.method = method
    this.draft.path = path
    return this
  }
}

/** Makes actions: `(action) => [action.row('retire').post('/items/{id}/retire')]`. */
export class ActionFactory<Row> {
  /** For one record: in its row, and on its view and edit screen. */
  row(id: string): ActionBuilder<Row> {
    return new ActionBuilder({ origin: origin_of(this.row), kind: 'row', id: require_id('action', id) })
  }

  /** For the selected records: a route declared with `routes.bulk`. */
  bulk(id: string): ActionBuilder<Row> {
    return new ActionBuilder({ origin: origin_of(this.bulk), kind: 'bulk', id: require_id('action', id) })
  }

  /** For the list as a whole, beside its title. */
  header(id: string): ActionBuilder<Row> {
    return new ActionBuilder({ origin: origin_of(this.header), kind: 'header', id: require_id('action', id) })
  }
}
