import type { Mistake, RuntimeMistake } from './mistake.ts'

/** An export under a name that the host does not call, although it calls one like it. */
const exported = (name: string, { as, line }: { as: string; line: number }): Mistake => ({
  title: `the export [${name}] is written [${as}]`,
  file: 'src/index.ts',
  from: name,
  to: `${name} as ${as}`,
  told: {
    code: 'export_unknown',
    at: `src/index.ts:${line}`,
    message: `The host does not call [${as}].`,
    fix: `Did you mean [${name}]?`,
  },
})

const FORM_END = "        field.date('due_on').visible_when('status', { const: 'rented' }),\n      ]),"

/** A form that asks for similar records, at line 30. */
const similar = (title: string, [name, fix]: readonly [string, string], path = '/vans'): Mistake => ({
  title,
  file: 'src/screens.ts',
  from: FORM_END,
  to: FORM_END.replace(']),', `]).similar('${path}?${name}={name}'),`),
  told: {
    code: 'filter_not_supported',
    at: 'src/screens.ts:30',
    message: `The form of [vans] asks for records by [${name}], but [/api/v1/fleet${path}?${name}={name}] cannot be filtered by it.`,
    fix,
  },
})

/** A form that runs an action on what it creates. */
const creating = (title: string, action: string, told: Pick<Mistake['told'], 'message' | 'fix'>): Mistake => ({
  title,
  file: 'src/screens.ts',
  from: FORM_END,
  to: FORM_END.replace(']),', `]).create_and('${action}', 'Create and go on'),`),
  told: { code: 'action_unknown', at: 'src/screens.ts:37', ...told },
})

/** A field that chooses from vans, at line 35. */
const choosing = (query: string, told: Omit<Mistake['told'], 'at'>): Mistake => ({
  title: `the list of a relation is limited by [${query}]`,
  file: 'src/screens.ts',
  from: "rented: 'Rented out' }),\n        field.relation('bay_id', '/api/v1/depot/bays', 'name'),",
  to: `rented: 'Rented out' }),\n        field.relation('bay_id', '/vans?${query}', 'name'),`,
  told: { at: 'src/screens.ts:35', ...told },
})

/** Mistakes of which nobody was told, or too late. */
export const SEVENTH_DAY_MISTAKES: readonly Mistake[] = [
  {
    title: 'an event is emitted without the id of its plugin',
    file: 'src/routes.ts',
    from: "events.emit('fleet.rented'",
    to: "events.emit('rented'",
    told: {
      code: 'name_unknown',
      at: 'src/routes.ts:15',
      message: 'The plugin [fleet] emits [rented], which does not begin with its id.',
      fix: 'Did you mean [fleet.rented]?',
    },
  },
  {
    title: 'an event is emitted with a misspelt id of its plugin',
    file: 'src/routes.ts',
    from: "events.emit('fleet.rented'",
    to: "events.emit('fleets.rented'",
    told: {
      code: 'name_unknown',
      at: 'src/routes.ts:15',
      message: 'The plugin [fleet] emits [fleets.rented], which does not begin with its id.',
      fix: 'Did you mean [fleet.rented]?',
    },
  },
  exported('setup', { as: 'setUp', line: 4 }),
  exported('setup', { as: 'set_up', line: 4 }),
  exported('setup', { as: 'setpu', line: 4 }),
  exported('health', { as: 'heatlh', line: 4 }),
  exported('health', { as: 'healthy', line: 4 }),
  exported('register_routes', { as: 'regsiter_routes', line: 2 }),
  creating('the form runs an unknown action on what it creates', 'rnet', {
    message: 'The form of [vans] runs [rnet] on what it creates, which is not a row action of its table.',
    fix: 'None is declared yet.',
  }),
  creating('the form runs an action that asks for input on what it creates', 'rent', {
    message: 'The form of [vans] runs [rent] on what it creates, which asks for something or deletes.',
    fix: 'None is declared yet.',
  }),
  similar('similar records are asked for by a filter that the list does not have', [
    'nmae',
    "Use one of status, bay_id. Or add 'nmae' to the store's `filter`.",
  ]),
  similar(
    'similar records are asked for by a parameter that the route does not have',
    ['p', "Did you mean [q]? Or add 'p' to the `query` of the route."],
    '/find',
  ),
  {
    title: 'the form of an action is made of another schema than the body of its route',
    file: 'src/screens.ts',
    from: "const: 'idle' }).form(),",
    to: "const: 'idle' }).form(Van),",
    told: {
      code: 'form_disagrees',
      at: 'src/screens.ts:26',
      message:
        'The form of [vans/rent] is made of a schema without [reason], which the body of [POST /api/v1/fleet/vans/{id}/rent] requires, and with [name], [status], [price], [bay_id], [tags], [due_on], which the body of [POST /api/v1/fleet/vans/{id}/rent] does not have.',
      fix: 'Pass the schema of the body, or leave it out: `.form()`.',
    },
  },
  {
    title: 'two fields of a form are also called the same',
    file: 'src/screens.ts',
    from: "        field.text('name'),\n        field.money('price'),",
    to: "        field.text('name').also_called('Title', 'Tariff'),\n        field.money('price').also_called('Rate', 'tariff:'),",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:33',
      message:
        'The fields [name] and [price] of one form are both also called [tariff:], so an import knows neither by it.',
      fix: 'Remove it from one of them.',
    },
  },
  {
    title: 'the unit of a recurrence is misspelt',
    file: 'src/screens.ts',
    from: "        field.text('name'),\n",
    to: "        field.recurrence('name')\n          .units('daily', 'month'),\n",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:33',
      message: '[units] does not accept [month].',
      fix: 'Did you mean [monthly]?',
    },
  },
  {
    title: 'the end of a recurrence is misspelt',
    file: 'src/screens.ts',
    from: "        field.text('name'),\n",
    to: "        field.recurrence('name')\n          .ends('allways'),\n",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:33',
      message: '[ends] does not accept [allways].',
      fix: 'Did you mean [always]?',
    },
  },
  choosing('status=idel', {
    code: 'value_unknown',
    message: 'The field [bay_id] in the form of [vans] names the value [idel], which [status] cannot have.',
    fix: 'Did you mean [idle]?',
  }),
  choosing('status_ne=idle&status_ne=rentde', {
    code: 'value_unknown',
    message: 'The field [bay_id] in the form of [vans] names the value [rentde], which [status] cannot have.',
    fix: 'Did you mean [rented]?',
  }),
]

/** Such mistakes that show while the plugin runs. */
export const SEVENTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  {
    title: 'an event with a computed name is emitted without the id of its plugin',
    file: 'src/routes.ts',
    from: "events.emit('fleet.rented'",
    to: "events.emit(['van', 'Rented'].join('')",
    told: {
      code: 'handler_failed',
      at: 'src/routes.ts:15',
      message: 'DeclarationError: The plugin [fleet] emits [vanRented], which does not begin with its id.',
      fix: 'Did you mean [fleet.van_rented]?',
    },
  },
]
