import type { OperationRequest } from './outcome.ts'

/** Whether an operation that takes `dry_run` is only asked what it would do: that changes nothing and leaves no trace. */
export const isDryRun = ({ operation, query }: OperationRequest): boolean =>
  query.dry_run === '1' && 'dry_run' in propertiesOf(operation.schemas.query)

const propertiesOf = (schema: { properties?: object } | undefined) => schema?.properties ?? {}
