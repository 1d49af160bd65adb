import type { Mistake } from './mistake.ts'

/** Mistakes in its routes. */
export const ROUTE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a path does not begin with a slash',
    file: 'src/routes.ts',
    from: "routes.get('/figures'",
    to: "routes.get('figures'",
    told: {
      code: 'path_invalid',
      at: 'src/routes.ts:19',
      message: '[figures] is not a valid path for a route.',
      fix: "Write a path relative to the plugin's own, with each parameter in braces and each name only once: '/items/{item_id}/price'.",
    },
  },
  {
    title: 'a parameter is written as in Express',
    file: 'src/routes.ts',
    from: "'/vans/{van_id}/rent', { body",
    to: "'/vans/:van_id/rent', { body",
    told: {
      code: 'path_invalid',
      at: 'src/routes.ts:14',
      message: '[/vans/:van_id/rent] is not a valid path for a route.',
      fix: "Write a path relative to the plugin's own, with each parameter in braces and each name only once: '/items/{item_id}/price'.",
    },
  },
  {
    title: 'a schema contains itself',
    file: 'src/routes.ts',
    from: "'/vans/{van_id}/rent', { body",
    to: "'/vans/{van_id}/rent', { response: ((part) => (part.properties.part = part))({ type: 'object', properties: {} }), body",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:14',
      message: '[response of POST /vans/{van_id}/rent] contains itself, or is nested more than 200 levels deep.',
      fix: 'Describe the inner part with [Type.Unknown()] or [Type.Object({}, { additionalProperties: true })], and check it in the handler.',
    },
  },
  {
    title: 'a path of records does not end in the id',
    file: 'src/routes.ts',
    from: "routes.records('/vans/{van_id}'",
    to: "routes.records('/vans'",
    told: {
      code: 'path_invalid',
      at: 'src/routes.ts:13',
      message: '[/vans] is not a valid path for a route.',
      fix: "Write the path of one record. It must end in the id: '/items/{item_id}'.",
    },
  },
  {
    title: 'a route is declared twice',
    file: 'src/routes.ts',
    from: "routes.get('/find', {",
    to: "routes.get('/figures', {",
    told: {
      code: 'route_taken',
      at: 'src/routes.ts:20',
      message: 'The route [GET /api/v1/fleet/figures] is declared twice.',
      fix: 'Remove one of the two declarations.',
    },
  },
  {
    title: 'a route has no handler',
    file: 'src/routes.ts',
    from: '() => ({ rented: 0, by_day: [] })',
    to: '{ rented: 0, by_day: [] }',
    told: {
      code: 'route_invalid',
      at: 'src/routes.ts:19',
      message:
        'The route [GET /figures] has no handler. The handler is the last argument, after the options if there are any.',
      fix: "Declare it as routes.get('/figures', (call) => …).",
    },
  },
  {
    title: 'an option of a route is misspelt',
    file: 'src/routes.ts',
    from: '{ response: Figures }',
    to: '{ reponse: Figures }',
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:19',
      message: 'The route [GET /figures] has no option [reponse].',
      fix: 'Did you mean [response]?',
    },
  },
  {
    title: 'the body of a route is no schema',
    file: 'src/routes.ts',
    from: '{ body: Reason }',
    to: "{ body: { reason: 'string' } }",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:14',
      message: '[body of POST /vans/{van_id}/rent] is [{"reason":"string"}], which is not a schema.',
      fix: 'Write it with `Type`, for example [Type.Object({ name: Type.String() })].',
    },
  },
  {
    title: 'the parameters of a route name another one than its path',
    file: 'src/routes.ts',
    from: '{ body: Reason }',
    to: '{ body: Reason, params: Type.Object({ id: Type.Integer() }) }',
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:14',
      message: 'The route [POST /vans/{van_id}/rent] has no parameter [id] in its path.',
      fix: 'Use [van_id].',
    },
  },
  {
    title: 'a permission begins with the id of another plugin',
    file: 'src/routes.ts',
    from: '{ body: Reason }',
    to: "{ body: Reason, permission: 'depot.bays.rent' }",
    told: {
      code: 'permission_unknown',
      at: 'src/routes.ts:14',
      message:
        'The route [POST /vans/{van_id}/rent] requires the permission [depot.bays.rent], which no route requires.',
      fix: 'Use a permission of [depot] or of this plugin.',
    },
  },
  {
    title: 'a permission is not of the form plugin.resource.action',
    file: 'src/routes.ts',
    from: '{ body: Reason }',
    to: "{ body: Reason, permission: 'rent' }",
    told: {
      code: 'permission_invalid',
      at: 'src/routes.ts:14',
      message: 'The route [POST /vans/{van_id}/rent] has the permission [rent], which is not valid.',
      fix: 'Write `<plugin>.<resource>.<action>`, for example `clients.documents.view`.',
    },
  },
  {
    title: 'the permission of a route cannot be derived',
    file: 'src/routes.ts',
    from: "routes.post('/vans/{van_id}/rent'",
    to: "routes.post('/vans/{van_id}/keys/{key}/give'",
    told: {
      code: 'permission_missing',
      at: 'src/routes.ts:14',
      message:
        'The permission of [POST /api/v1/fleet/vans/{van_id}/keys/{key}/give] cannot be derived from its method and path.',
      fix: "Name one: `{ permission: '<plugin>.<resource>.<action>' }`.",
    },
  },
  {
    title: 'a bulk route repeats a route that is not declared',
    file: 'src/routes.ts',
    from: "'POST /vans/{van_id}/rent')",
    to: "'POST /vans/{van_id}/rnet')",
    told: {
      code: 'bulk_route_missing',
      at: 'src/routes.ts:21',
      message: 'The bulk route [/vans/rent] repeats [POST /vans/{van_id}/rnet], which is not declared.',
      fix: 'Did you mean [POST /vans/{van_id}/rent]? Declare that route, or correct its method and path.',
    },
  },
  {
    title: 'a route is undone by a route that is not declared',
    file: 'src/routes.ts',
    from: "/rent', { body: Reason }",
    to: "/rent', { body: Reason, undo: 'PATCH /vans/{van_di}' }",
    told: {
      code: 'undo_route_missing',
      at: 'src/routes.ts:14',
      message: 'The route [POST /vans/{van_id}/rent] is undone by [PATCH /vans/{van_di}], which is not declared.',
      fix: 'Did you mean [PATCH /vans/{van_id}]? Declare that route, or correct its method and path.',
    },
  },
  {
    title: 'a route is undone by a route that ignores the version',
    file: 'src/routes.ts',
    from: "/rent', { body: Reason }",
    to: "/rent', { body: Reason, undo: 'POST /vans/{van_id}/rent' }",
    told: {
      code: 'undo_route_unfit',
      at: 'src/routes.ts:14',
      message: '[POST /vans/{van_id}/rent] cannot undo [POST /vans/{van_id}/rent]: it does not declare [if_match].',
      fix: "Pass `headers['if-match']` to the store, and declare `if_match: true`.",
    },
  },
  {
    title: 'a route and the one that undoes it name the parameter in another way than the record',
    file: 'src/routes.ts',
    from: ".post('/vans/{van_id}/rent', { body: Reason }",
    to: ".post('/vans/{id}/return', {}, () => 1).post('/vans/{id}/rent', { body: Reason, undo: 'POST /vans/{id}/return' }",
    told: {
      code: 'undo_route_unfit',
      at: 'src/routes.ts:14',
      message:
        '[POST /vans/{id}/return] cannot undo [POST /vans/{id}/rent]: its parameters are named differently from those of the record, [GET /api/v1/fleet/vans/{van_id}].',
      fix: 'Use [{van_id}] in the paths of both routes.',
    },
  },
]
