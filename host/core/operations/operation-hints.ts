import type { ToolOptions } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'

type Hints = Required<Pick<ToolOptions, 'read_only' | 'destructive' | 'idempotent'>>

/**
 * What an agent may expect of an operation, unless declared: GET changes nothing, creating adds, and whatever else changes something
 * may overwrite or remove. A client asks its person before it calls what is destructive, so doubt is told as such.
 */
export function operationHints(operation: Operation, declared: Partial<Hints> = {}): Hints {
  const { method } = operation
  const read_only = declared.read_only ?? method === 'GET'
  return {
    read_only,
    destructive: declared.destructive ?? !(read_only || isCreating(operation)),
    idempotent: declared.idempotent ?? (read_only || method === 'PUT' || method === 'DELETE'),
  }
}

const isCreating = ({ method, permission, declaration }: Operation) =>
  declaration.kind === 'create' || (method === 'POST' && permission?.endsWith('.create') === true)
