import type { Mistake } from './mistake.ts'

/** Mistakes in what a function of the SDK is called with. */
export const ARGUMENT_MISTAKES: readonly Mistake[] = [
  {
    title: 'the format of a field is misspelt',
    file: 'src/van.ts',
    from: "format: 'date-time'",
    to: "format: 'datetime'",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [created_at] of a record has the unknown format [datetime].',
      fix: 'Did you mean [date-time]?',
    },
  },
  {
    title: 'a limit of a field is misspelt',
    file: 'src/van.ts',
    from: 'maxLength: 80',
    to: 'maxlength: 80',
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [name] of a record has the keyword [maxlength], which does not exist and limits nothing.',
      fix: 'Did you mean [maxLength]?',
    },
  },
  {
    title: 'a limit of a field is a text',
    file: 'src/van.ts',
    from: 'maxLength: 80',
    to: "maxLength: '80'",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [name] of a record has [maxLength: "80"].',
      fix: 'Write a number there, or remove it.',
    },
  },
  {
    title: 'a pattern is no regular expression',
    file: 'src/van.ts',
    from: 'maxLength: 80',
    to: "maxLength: 80, pattern: '['",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message:
        'The field [name] of a record has the pattern [[], which is not a regular expression: Unterminated character class.',
      fix: 'Correct the pattern.',
    },
  },
  {
    title: 'the limits of a field leave no value',
    file: 'src/van.ts',
    from: "Type.Integer({ currency: 'CHF' })",
    to: 'Type.Integer({ minimum: 9, maximum: 1 })',
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [price] of a record has [minimum: 9] and [maximum: 1], so no value is valid.',
      fix: 'Exchange or correct them.',
    },
  },
  {
    title: 'a member of an answer is no schema',
    file: 'src/routes.ts',
    from: 'rented: Type.Integer()',
    to: "rented: 'integer'",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:19',
      message: 'The member [rented] of [response of GET /figures] is ["integer"], which is not a schema.',
      fix: 'Write it like [rented: Type.String()].',
    },
  },
  {
    title: 'a GET has a body',
    file: 'src/routes.ts',
    from: "routes.get('/figures', { response: Figures }",
    to: "routes.get('/figures', { body: Reason, response: Figures }",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:19',
      message: 'The route [GET /figures] declares [body], but a GET has none.',
      fix: 'Declare what it takes as `query`, or use `routes.post`, with `read_only: true` if it changes nothing.',
    },
  },
  {
    title: 'records are mounted without a store',
    file: 'src/routes.ts',
    from: "routes.records('/vans/{van_id}', vans)",
    to: "routes.records('/vans/{van_id}', Van)",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:13',
      message: "[routes.records('/vans/{van_id}', …)] requires a store of records.",
      fix: "Write it like [routes.records('/vans/{van_id}', table_store(db, 'fleet_vans', Van))], with the schema of the record inside.",
    },
  },
  {
    title: 'a store has no database',
    file: 'src/routes.ts',
    from: "table_store(db, 'fleet_vans', Van,",
    to: "table_store('fleet_vans', Van,",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:8',
      message: '[table_store(…)] gets ["fleet_vans"] instead of `context.db`.',
      fix: "Write it like [table_store(db, 'fleet_vans', Van, { sort: ['name'] })], with the `db` of the context.",
    },
  },
  {
    title: 'the table and the record of a store are exchanged',
    file: 'src/routes.ts',
    from: "table_store(db, 'fleet_vans', Van,",
    to: "table_store(db, Van, 'fleet_vans',",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:8',
      message:
        '[table_store(…)] gets [{"type":"object","required":["id","name","status","price","…] instead of the name of a table.',
      fix: "Write it like [table_store(db, 'fleet_vans', Van, { sort: ['name'] })], with the `db` of the context.",
    },
  },
  {
    title: 'a relation has no path',
    file: 'src/screens.ts',
    from: "column.relation('bay_id', '/api/v1/depot/bays', 'name')",
    to: "column.relation('bay_id')",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:18',
      message: "[relation('bay_id', …)] requires the path of a list and the field that people see of its records.",
      fix: "Write it like [relation('bay_id', '/api/v1/clients/clients', 'name')].",
    },
  },
  {
    title: 'a relation has no title field',
    file: 'src/screens.ts',
    from: "field.relation('bay_id', '/api/v1/depot/bays', 'name')",
    to: "field.relation('bay_id', '/api/v1/depot/bays')",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:35',
      message: "[relation('bay_id', …)] requires the path of a list and the field that people see of its records.",
      fix: "Write it like [relation('bay_id', '/api/v1/clients/clients', 'name')].",
    },
  },
  {
    title: 'a condition is a value instead of a schema',
    file: 'src/screens.ts',
    from: "visible_when('status', { const: 'rented' })",
    to: "visible_when('status', 'rented')",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:36',
      message: '[visible_when(\'…\', "rented")] requires a schema of the values for which it holds.',
      fix: "Write it like [visible_when('status', { const: 'open' })] or [{ enum: ['open', 'late'] }].",
    },
  },
  {
    title: 'a question is no text',
    file: 'src/screens.ts',
    from: '.form(),\n      ])',
    to: '.confirm(true),\n      ])',
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:26',
      message: '[confirm(true)] requires a text.',
      fix: "Write it like [confirm('…')].",
    },
  },
  {
    title: 'the order in the navigation is a text',
    file: 'src/screens.ts',
    from: "resource.icon('truck')",
    to: "resource.nav_group('Fleet', '10')",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:9',
      message: '[nav_group(\'…\', "10")] requires a whole number.',
      fix: "Write it like [nav_group('Sales', 10)]. Small numbers come first.",
    },
  },
  {
    title: 'a column is declared twice',
    file: 'src/screens.ts',
    from: "column.money('price'),",
    to: "column.money('price'),\n        column.money('price'),",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:18',
      message: 'The column [price] is declared twice.',
      fix: 'Remove one of them, or correct its name.',
    },
  },
  {
    title: 'a field of a form is declared twice',
    file: 'src/screens.ts',
    from: "field.money('price'),",
    to: "field.money('price'),\n        field.money('price'),",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:34',
      message: 'The field [price] is declared twice.',
      fix: 'Remove one of them, or correct its name.',
    },
  },
  {
    title: 'a choice has no values',
    file: 'src/screens.ts',
    from: "field.text('name')",
    to: "field.select('name')",
    told: {
      code: 'form_disagrees',
      at: 'src/screens.ts:32',
      message:
        'The field [name] in the form of [vans] is a [select] field, but neither it nor its schema names the values to choose from.',
      fix: 'Use another kind of field, or correct the schema.',
    },
  },
]
