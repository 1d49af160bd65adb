import type { TObject } from 'typebox'
import { nearest_name, record_schemas } from '@atrium/sdk'
import { bulk_with_body, type RouteDeclaration, takes_changes } from '@atrium/sdk/host'
import { declareOperation, operationName } from '../../core/operations/index.ts'
import type { Lease } from '../../base/lifetime/index.ts'
import type { WithholdingFor } from '../../core/operations/index.ts'
import { type Operation, pathShape } from '../../core/registries/index.ts'
import type { Finding, Report } from './checks/finding.ts'
import { checkUndo } from './checks/undo.ts'
import { type FieldConditions, withConditions } from './widgets/conditions.ts'

/** Makes the operations of a plugin's routes. Reports repeated routes and routes without a permission. */
export function linkOperations(
  owner: string,
  routes: readonly RouteDeclaration[],
  { report, lease, withholding }: { report: Report; lease: Lease; withholding: WithholdingFor },
): Operation[] {
  const byName = new Map<string, Operation>()
  const byShape = new Map<string, Operation>()
  for (const route of routes.filter(({ kind }) => kind !== 'bulk' && kind !== 'import'))
    add(declareOperation(owner, route, { lease, withholding }))
  for (const route of routes.filter((each) => each.kind === 'bulk' && !takes_changes(each))) addBulk(route)
  // The record kit's routes that change or import many give way to a route of the author's with the same path.
  for (const route of routes.filter((each) => takes_changes(each) || each.kind === 'import'))
    if (!byName.has(operationName(owner, `${route.method} ${route.path}`))) addBulk(route)
  checkUndo([...byName.values()], { owner, report })
  return [...byName.values()]

  function addBulk(route: RouteDeclaration): void {
    const each = byName.get(operationName(owner, route.each ?? ''))
    if (each === undefined) {
      report({
        code: 'bulk_route_missing',
        message: `The bulk route [${route.path}] repeats [${route.each}], which is not declared.`,
        fix: `${hintOf(route.each, declaredBy(owner, byName))}Declare that route, or correct its method and path.`,
        origin: route.origin,
      })
      return
    }
    const permission = route.options.permission ?? each.permission
    const schemas = bodyOfMany(route, each)
    add(
      declareOperation(owner, route, { lease, withholding, schemas, ...(permission !== undefined && { permission }) }),
    )
  }

  function add(operation: Operation): void {
    const known = byShape.get(shapeOf(operation))
    if (known !== undefined) report(taken(operation, known))
    byShape.set(shapeOf(operation), operation)
    if (!operation.open && operation.permission === undefined) report(withoutPermission(operation))
    byName.set(operation.name, operation)
  }
}

/** A bulk route also takes the body of the route that it repeats. The routes of the record kit have changes instead. */
function bodyOfMany(route: RouteDeclaration, { declaration }: Operation): Partial<Operation['schemas']> {
  const { body } = declaration.options
  if (body === undefined || declaration.kind !== 'plain' || route.kind !== 'bulk') return {}
  return { body: bulk_with_body(body as TObject) as unknown as Operation['schemas']['body'] }
}

const declaredBy = (owner: string, byName: ReadonlyMap<string, Operation>) =>
  [...byName.keys()].map((name) => name.replace(`/api/v1/${owner}`, ''))

function hintOf(name = '', names: readonly string[]): string {
  const near = nearest_name(name, names)
  return near === undefined ? '' : `Did you mean [${near}]? `
}

/** Adds the conditions of forms to the bodies of the routes that they submit to. */
export function refineOperations(
  operations: readonly Operation[],
  conditionsOf: (operation: Operation) => readonly FieldConditions[],
): Operation[] {
  return operations.map((operation) => {
    const { kind, record } = operation.declaration
    const conditions = conditionsOf(operation)
    if (record === undefined) return withBody(operation, conditions)
    const { create, replace } = record_schemas(record)
    if (kind === 'create') return withSchemas(operation, { body: withConditions(create, conditions) })
    const whole = withConditions(replace, conditions)
    if (kind === 'replace') return withSchemas(operation, { body: whole, record: whole })
    return kind === 'update' ? withSchemas(operation, { record: whole }) : operation
  })
}

/** Routes outside the record kit keep their body, open or closed, and get the conditions of action forms. */
function withBody(operation: Operation, conditions: readonly FieldConditions[]): Operation {
  const { body } = operation.schemas
  // The form of many records asks for the body of the repeated route.
  if (body === undefined || conditions.length === 0 || operation.declaration.kind === 'bulk') return operation
  return withSchemas(operation, { body: withConditions(body, conditions) })
}

const withSchemas = (operation: Operation, schemas: Partial<Operation['schemas']>): Operation => ({
  ...operation,
  schemas: { ...operation.schemas, ...schemas },
})

/** Two routes of one shape are the same, whatever their parameters are called: only one of them would be found. */
const shapeOf = ({ name }: Operation) => pathShape(name)

const taken = ({ name, declaration }: Operation, known: Operation): Finding => ({
  code: 'route_taken',
  message:
    known.name === name
      ? `The route [${name}] is declared twice.`
      : `The route [${name}] is declared twice: [${known.name}] is the same with another name of a parameter.`,
  fix: 'Remove one of the two declarations.',
  origin: declaration.origin,
})

const withoutPermission = ({ name, declaration }: Operation): Finding => ({
  code: 'permission_missing',
  message: `The permission of [${name}] cannot be derived from its method and path.`,
  fix: "Name one: `{ permission: '<plugin>.<resource>.<action>' }`.",
  origin: declaration.origin,
})
