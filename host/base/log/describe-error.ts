import { stdSerializers } from 'pino'

/** PostgreSQL puts the values of the refused row into these. */
const WITH_VALUES = ['detail', 'where', 'internalQuery'] as const

/** An error as the log shows it: type, message, stack and its own members, without the record values that drivers attach. */
export function describeError(error: Error): unknown {
  const described: unknown = stdSerializers.err(error)
  if (typeof described !== 'object' || described === null) return described
  const shown = { ...described } as Record<string, unknown>
  for (const name of WITH_VALUES) delete shown[name]
  return shown
}
