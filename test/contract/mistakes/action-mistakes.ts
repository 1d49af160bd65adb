import type { Mistake } from './mistake.ts'

/** Mistakes in its actions. */
export const ACTION_MISTAKES: readonly Mistake[] = [
  {
    title: 'the unfinished jobs of an action are looked for by an unknown field',
    file: 'src/screens.ts',
    from: "action.row('rent')",
    to: "action.header('count').post('/vans').job({ doing: 'Counting', record: '/vans/{id}', under_way: '/vans?stauts=idle', members: { total: 'price', done: 'price', failed: 'price', finished: 'due_on', outcome: 'name' } }), action.row('rent')",
    told: {
      code: 'filter_not_supported',
      at: 'src/screens.ts:26',
      message:
        'The header action [count] of [vans] asks for records by [stauts], but [/api/v1/fleet/vans?stauts=idle] cannot be filtered by it.',
      fix: "Did you mean [status]? Or add 'stauts' to the store's `filter`.",
    },
  },
  {
    title: 'an action calls a route that is not declared',
    file: 'src/screens.ts',
    from: "post('/vans/{id}/rent')",
    to: "post('/vans/{id}/rnet')",
    told: {
      code: 'action_route_missing',
      at: 'src/screens.ts:26',
      message: 'The row action [rent] of [vans] calls [POST /api/v1/fleet/vans/{id}/rnet], which is not declared.',
      fix: 'Did you mean [/api/v1/fleet/vans/{van_id}/rent]? Declare the route in `register_routes`, or correct the path.',
    },
  },
  {
    title: 'an action calls no route',
    file: 'src/screens.ts',
    from: ".post('/vans/{id}/rent')",
    to: '',
    told: {
      code: 'action_route_missing',
      at: 'src/screens.ts:26',
      message: 'The row action [rent] of [vans] has no method or path.',
      fix: 'Declare the route in `register_routes`, or correct the path.',
    },
  },
  {
    title: 'an action has a misspelt colour',
    file: 'src/screens.ts',
    from: ".color('green').post",
    to: ".color('grean').post",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:26',
      message: '[color] does not accept [grean].',
      fix: 'Did you mean [green]?',
    },
  },
  {
    title: 'an action sends an unknown field',
    file: 'src/screens.ts',
    from: ".color('green').post",
    to: ".color('green').sends('stats').post",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:26',
      message: 'The row action [rent] of [vans] sends [stats], which is not a field of the record.',
      fix: 'Did you mean [status]?',
    },
  },
  {
    title: 'an action depends on an unknown field',
    file: 'src/screens.ts',
    from: ".visible_when('status', { const: 'idle' })",
    to: ".visible_when('state', { const: 'idle' })",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:26',
      message: 'The row action [rent] of [vans] depends on [state], which is not a field of the record.',
      fix: 'Did you mean [status]?',
    },
  },
  {
    title: 'an action is offered from a moment on that no field names',
    file: 'src/screens.ts',
    from: ".visible_when('status', { const: 'idle' })",
    to: ".visible_when('status', { const: 'idle' }).not_before('crated_at')",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:26',
      message: 'The row action [rent] of [vans] depends on [crated_at], which is not a field of the record.',
      fix: 'Did you mean [created_at]?',
    },
  },
  {
    title: 'an action depends on a value that the field cannot have',
    file: 'src/screens.ts',
    from: ".visible_when('status', { const: 'idle' })",
    to: ".visible_when('status', { const: 'idel' })",
    told: {
      code: 'value_unknown',
      at: 'src/screens.ts:26',
      message: 'The row action [rent] of [vans] names the value [idel], which [status] cannot have.',
      fix: 'Did you mean [idle]?',
    },
  },
  {
    title: 'an action for the list asks for a record',
    file: 'src/screens.ts',
    from: "action.row('rent')",
    to: "action.header('rent')",
    told: {
      code: 'action_path_unfilled',
      at: 'src/screens.ts:26',
      message: 'The header action [rent] of [vans] calls [/api/v1/fleet/vans/{id}/rent], but has no record for [{id}].',
      fix: 'Make it a row action.',
    },
  },
  {
    title: 'an action is declared twice',
    file: 'src/screens.ts',
    from: 'table.actions((action) => [',
    to: `table.actions((action) => [
        action.header('find').post('/vans/rent'),
        action.header('find').post('/vans/rent'),`,
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:27',
      message: 'The action [find] is declared twice.',
      fix: 'Remove one of them, or correct its name.',
    },
  },
]
