import type { Mistake } from './mistake.ts'

/** Mistakes in its forms and infolists. */
export const FORM_MISTAKES: readonly Mistake[] = [
  {
    title: 'the list behind a field is limited by an unknown field',
    file: 'src/screens.ts',
    from: `rented: 'Rented out' }),
        field.relation('bay_id', '/api/v1/depot/bays', 'name'),`,
    to: `rented: 'Rented out' }),
        field.relation('bay_id', '/vans?stauts=idle', 'name'),`,
    told: {
      code: 'filter_not_supported',
      at: 'src/screens.ts:35',
      message:
        'The field [bay_id] in the form of [vans] asks for records by [stauts], but [/api/v1/fleet/vans?stauts=idle] cannot be filtered by it.',
      fix: "Did you mean [status]? Or add 'stauts' to the store's `filter`.",
    },
  },
  {
    title: 'the choices of a field are limited by an unknown field',
    file: 'src/screens.ts',
    from: `rented: 'Rented out' }),
        field.relation('bay_id', '/api/v1/depot/bays', 'name'),`,
    to: `rented: 'Rented out' }),
        field.relation('bay_id', '/vans', 'name').choices_path('/vans?stauts=idle'),`,
    told: {
      code: 'filter_not_supported',
      at: 'src/screens.ts:35',
      message:
        'The field [bay_id] in the form of [vans] asks for records by [stauts], but [/api/v1/fleet/vans?stauts=idle] cannot be filtered by it.',
      fix: "Did you mean [status]? Or add 'stauts' to the store's `filter`.",
    },
  },
  {
    title: 'a field is misspelt',
    file: 'src/screens.ts',
    from: "field.text('name')",
    to: "field.text('nmae')",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:32',
      message: 'The field [nmae] in the form of [vans] is not a field of its record.',
      fix: 'Did you mean [name]?',
    },
  },
  {
    title: 'the form omits a required field',
    file: 'src/screens.ts',
    from: `        field.money('price'),
        field.select`,
    to: '        field.select',
    told: {
      code: 'form_disagrees',
      at: 'src/screens.ts:30',
      message: 'The form of [vans] omits [price], which the record requires, so no record could be created.',
      fix: 'Add the field, give it a default in the record schema, or make it optional.',
    },
  },
  {
    title: 'the form has a read-only field',
    file: 'src/screens.ts',
    from: "field.text('name')",
    to: "field.text('name'), field.datetime('created_at')",
    told: {
      code: 'form_disagrees',
      at: 'src/screens.ts:32',
      message: 'The field [created_at] in the form of [vans] is read-only in its record.',
      fix: 'Remove it from the form, or `readOnly` from the schema.',
    },
  },
  {
    title: 'an option is a value that the field cannot have',
    file: 'src/screens.ts',
    from: "{ idle: 'Idle', rented: 'Rented out' }",
    to: "{ idle: 'Idle', sold: 'Sold' }",
    told: {
      code: 'value_unknown',
      at: 'src/screens.ts:34',
      message: 'The field [status] in the form of [vans] names the value [sold], which [status] cannot have.',
      fix: 'Use one of idle, rented.',
    },
  },
  {
    title: 'a field depends on an unknown field',
    file: 'src/screens.ts',
    from: "field.date('due_on').visible_when('status'",
    to: "field.date('due_on').visible_when('stauts'",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:36',
      message: 'The field [due_on] in the form of [vans] depends on [stauts], which is not a field of the record.',
      fix: 'Did you mean [status]?',
    },
  },
  {
    title: 'a field depends on a value that the other cannot have',
    file: 'src/screens.ts',
    from: `{ const: 'rented' }),
      ]`,
    to: `{ const: 'rentde' }),
      ]`,
    told: {
      code: 'value_unknown',
      at: 'src/screens.ts:36',
      message: 'The field [due_on] in the form of [vans] names the value [rentde], which [status] cannot have.',
      fix: 'Did you mean [rented]?',
    },
  },
  {
    title: 'an entry is misspelt',
    file: 'src/screens.ts',
    from: "entry.text('name')",
    to: "entry.text('nmae')",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:39',
      message: 'The entry [nmae] is not a field of [vans].',
      fix: 'Did you mean [name]?',
    },
  },
  {
    title: 'a schema is a plain object',
    file: 'src/screens.ts',
    from: '.form(),',
    to: ".form({ reason: 'string' }),",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:26',
      message: '[form()] requires the schema of an object.',
      fix: 'Write it like [form(Type.Object({ name: Type.String(), … }))].',
    },
  },
  {
    title: 'an entry is declared twice',
    file: 'src/screens.ts',
    from: "entry.money('price')])",
    to: "entry.money('price'),\n        entry.section('More', [entry.text('name')])])",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:40',
      message: 'The entry [name] is declared twice.',
      fix: 'Remove one of them, or correct its name.',
    },
  },
]
