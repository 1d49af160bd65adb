import type { Mistake } from './mistake.ts'

const PERMISSION_FIX = 'Write `<plugin>.<resource>.<action>`, for example `clients.documents.view`.'

/** Mistakes in the keywords of its schemas. */
export const SCHEMA_MISTAKES: readonly Mistake[] = [
  {
    title: 'a short keyword of a limit is misspelt',
    file: 'src/van.ts',
    from: "{ currency: 'CHF' }",
    to: "{ currency: 'CHF', maximun: 900 }",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [price] of a record has the keyword [maximun], which does not exist and limits nothing.',
      fix: 'Did you mean [maximum]?',
    },
  },
  {
    title: 'the keyword of a pattern is misspelt',
    file: 'src/van.ts',
    from: 'maxLength: 80',
    to: "patern: '^[A-Z]'",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [name] of a record has the keyword [patern], which does not exist and limits nothing.',
      fix: 'Did you mean [pattern]?',
    },
  },
  {
    title: 'the keyword of a default is misspelt',
    file: 'src/van.ts',
    from: "{ default: 'idle' }",
    to: "{ defualt: 'idle' }",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [status] of a record has the keyword [defualt], which does not exist and has no effect.',
      fix: 'Did you mean [default]?',
    },
  },
  {
    title: 'the keyword of required members is misspelt',
    file: 'src/routes.ts',
    from: '{ body: Reason }',
    to: "{ body: { type: 'object', requird: ['reason'], properties: { reason: { type: 'string' } } } }",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:14',
      message: '[body of POST /vans/{van_id}/rent] has the keyword [requird], which does not exist and has no effect.',
      fix: 'Did you mean [required]?',
    },
  },
  {
    title: 'the permission of a field has a space',
    file: 'src/van.ts',
    from: "{ currency: 'CHF' }",
    to: "{ currency: 'CHF', permission: 'fleet.vans.view price' }",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [price] of a record has the permission [fleet.vans.view price], which is not valid.',
      fix: PERMISSION_FIX,
    },
  },
  {
    title: 'the permission of a field is true',
    file: 'src/van.ts',
    from: "{ currency: 'CHF' }",
    to: "{ currency: 'CHF', permission: true }",
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: 'The field [price] of a record has the permission [true], which is not valid.',
      fix: PERMISSION_FIX,
    },
  },
  {
    title: 'the permission of a field names a plugin that does not exist',
    file: 'src/van.ts',
    from: "{ currency: 'CHF' }",
    to: "{ currency: 'CHF', permission: 'depto.bays.view_price' }",
    told: {
      code: 'permission_unknown',
      at: 'src/screens.ts:6',
      message:
        'The field [price] of a record requires the permission [depto.bays.view_price], which no route requires.',
      fix: 'Did you mean [depot]? Or install the plugin.',
    },
  },
  {
    title: 'the permission of a field is a misspelt one of a route',
    file: 'src/van.ts',
    from: "{ currency: 'CHF' }",
    to: "{ currency: 'CHF', permission: 'fleet.van.view' }",
    told: {
      code: 'permission_unknown',
      at: 'src/screens.ts:6',
      message: 'The field [price] of a record requires the permission [fleet.van.view], which no route requires.',
      fix: 'Did you mean [fleet.vans.view]?',
    },
  },
]
