import { ApiError } from '@atrium/sdk'

/** @throws ApiError 409 that names the agents which use what is to be deleted */
export function requireNoAgents(agents: readonly string[], { kind, name }: { kind: string; name: string }): void {
  if (agents.length === 0) return
  const names = agents.map((agent) => `[${agent}]`)
  const shown = names.length > 10 ? [...names.slice(0, 10), `${names.length - 10} more`] : names
  throw new ApiError(`${kind}_in_use`, {
    status: 409,
    title: `${kind.charAt(0).toUpperCase()}${kind.slice(1)} in use`,
    detail: `The ${kind} [${name}] is used by ${shown.join(', ')}. Give these agents another ${kind} first.`,
  })
}
