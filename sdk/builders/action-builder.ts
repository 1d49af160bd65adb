import { require_condition } from '../declaration/require-condition.ts'
import type { Action, ActionJob } from '../documents/action.ts'
import { Color, type Condition } from '../documents/values.ts'
import type { IconName } from '../documents/icon-name.ts'
import type { Static, TObject } from 'typebox'
import { Builder, draft_of } from './builder.ts'
import { as_json_schema, type ConditionSchema } from './field-of.ts'
import { DeclarationError } from '../declaration/declaration-error.ts'
import type { AnyRecord, FieldOf, ValueOf } from './field-of.ts'
import { FormBuilder, type FormDraft } from './form-builder.ts'
import { require_choice, require_function, require_id, require_names, require_text } from '../declaration/require.ts'
import { require_record } from '../declaration/require-record.ts'
import { type Origin, origin_of } from '../declaration/origin.ts'

/** The form of an action as declared. Default of `fields`: every writable field of the body. */
export interface ActionFormDraft extends FormDraft {
  /** The schema of the body, if the author gave one. Required for routes of other plugins. */
  readonly body?: TObject
}

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
  opens?: string
  sends?: readonly string[]
  keep?: string
  done?: string
  primary?: true
  visible_when?: Condition
  not_before?: string
  form?: ActionFormDraft
  job?: ActionJobDraft
}

/** The job of an action as declared. Its paths may be relative to `api_base`. */
export interface ActionJobDraft {
  /** The label of the running job: “Importing clients”. */
  readonly doing: string
  /** The route that reads the job: `/imports/{id}`. The action returns the same record. */
  readonly record: string
  /** The list of unfinished jobs: `/imports?status=waiting&status=running`. */
  readonly under_way: string
  /** The POST route that cancels a job. */
  readonly cancel?: string
  /** The list of failures: records with `line`, `message` and optionally `column`. */
  readonly failures?: string
  /**
   * The members of the record that show its progress. `outcome` summarizes the result in words, `finished` is the time of its
   * end, and `state` is `failed` or `cancelled` if it ended before it was complete.
   */
  readonly members: ActionJob['members']
}

/** Configures what an action sends and how it looks. */
export class ActionBuilder<Row> extends Builder<ActionDraft> {
  /**
   * The route to call. `{id}` stands for the record; in a relation block, `{parent_id}` stands for the record of the screen. A path that
   * does not begin with `/api/` is appended to `api_base`.
   */
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
    return this.set({ label: require_text('label', label) })
  }

  /** An icon of the shell, by its Tabler name. */
  icon(icon: IconName): this {
    return this.set({ icon })
  }

  color(color: Color): this {
    return this.set({ color: require_choice('color', color, Color.enum) })
  }

  /**
   * A question to confirm before the request is sent. People who can undo the action are not asked: its route declares `undo`.
   * @param options.keep the label of the button that dismisses the question: “Keep booking”. Default: “Go back”
   */
  confirm(question: string, { keep }: { keep?: string } = {}): this {
    return this.set({ confirm: require_text('confirm', question), ...(keep !== undefined && { keep }) })
  }

  /** The message after the action: “Booking cancelled”. Default: the label in the past tense, `Retire` → “Retired”. */
  done(text: string): this {
    return this.set({ done: require_text('done', text) })
  }

  /**
   * The step that usually comes next. While the record's screen offers it, it is the main button there. Of several, the first that is
   * offered. Edit is always an ordinary button on that screen.
   */
  primary(): this {
    return this.set({ primary: true })
  }

  /**
   * Fields of the record that the request sends along as the person saw them, in members of its body with the same names. With them a
   * route can refuse values that have changed since: `.sends('hash')`. A field that the person may not see is not sent.
   */
  sends<Name extends FieldOf<Row>>(...fields: Name[]): this {
    return this.set({ sends: fields.map((field) => require_text('sends', field)) })
  }

  /** The member of the answer with a web address, such as that of an authorization server. The browser opens it. */
  opens(member: string): this {
    return this.set({ opens: require_text('opens', member) })
  }

  /**
   * The request only starts the work, as an import does: people see everywhere how far it is, can stop it, and read at its end what it
   * came to and what failed, also after a reload and in another tab.
   */
  job(job: ActionJobDraft): this {
    return this.set({ job: require_names('job', job, ['doing', 'record', 'under_way']) })
  }

  /** Offered only for records whose field matches the schema; an action on several, if one of them does. */
  visible_when<Name extends FieldOf<Row>>(field: Name, schema: ConditionSchema<ValueOf<Row, Name>>): this {
    return this.set({ visible_when: { field, schema: as_json_schema(require_condition('visible_when', schema)) } })
  }

  /** Offered from the moment on that a field of the record names: a booking is completed once it has begun. */
  not_before(field: FieldOf<Row>): this {
    return this.set({ not_before: require_text('not_before', field) })
  }

  #send(method: Action['method'], path: string): this {
    if (!path.startsWith('/')) {
      throw new DeclarationError(
        'path_invalid',
        `The path [${path}] of the action [${draft_of<ActionDraft>(this).id}] does not begin with "/".`,
        {
          fix: `Write "/${path}".`,
        },
      )
    }
    return this.set({ method, path })
  }
}

/** An action for one record or for the whole list. It can ask for the body of its request. */
export class FormActionBuilder<Row> extends ActionBuilder<Row> {
  /**
   * Asks for the body of the request in a dialog. The schema types the fields; the route validates with its own `body`:
   *
   *     action.row('cancel').patch('/bookings/{id}/cancel').form(Cancellation, (form) => form.fields((field) => [field.textarea('reason')]))
   *
   * Without fields, the dialog shows all members of the body. If the action calls the record's own PATCH or PUT, the form starts with
   * the record, and a PATCH sends only the changes. Any other form starts with the defaults of the body.
   */
  form<Body extends TObject>(body: Body, configure?: (form: FormBuilder<Static<Body>>) => unknown): this
  form(configure?: (form: FormBuilder<AnyRecord>) => unknown): this
  form(...args: unknown[]): this {
    const [body, configure] = (typeof args[0] === 'function' ? [undefined, args[0]] : args) as [TObject?, Configure?]
    const form = { origin: origin_of(this.form), ...(body !== undefined && { body: require_record(body, 'form') }) }
    if (configure) require_function('form', configure, 'form(Body, (form) => form.fields(…))')(new FormBuilder(form))
    return this.set({ form })
  }
}

type Configure = (form: FormBuilder<AnyRecord>) => unknown

/** Makes actions: `(action) => [action.row('retire').post('/items/{id}/retire')]`. */
export class ActionFactory<Row> {
  /** For one record: in its row, and on its view and edit screens. */
  row(id: string): FormActionBuilder<Row> {
    return new FormActionBuilder({ origin: origin_of(this.row), kind: 'row', id: require_id('action', id) })
  }

  /** For the selected records: a route declared with `routes.bulk`. Its form asks for the body of the route that is repeated. */
  bulk(id: string): FormActionBuilder<Row> {
    return new FormActionBuilder({ origin: origin_of(this.bulk), kind: 'bulk', id: require_id('action', id) })
  }

  /** For the whole list, beside its title. */
  header(id: string): FormActionBuilder<Row> {
    return new FormActionBuilder({ origin: origin_of(this.header), kind: 'header', id: require_id('action', id) })
  }
}
