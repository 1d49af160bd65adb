import type { ToolOptions } from '@atrium/sdk'
import type { Operation } from '../registries/operation.ts'

type Hints = Required<Pick<ToolOptions, 'read_only' | 'destructive' | 'idempotent'>>

const OVERWRITING = /^(PUT|PATCH|DELETE)\b/

/** What an agent may expect of an operation: it follows from the method, unless declared. A bulk route does what it repeats. */
export function operationHints({ method, declaration }: Operation, declared: Partial<Hints> = {}): Hints {
  const read_only = declared.read_only ?? method === 'GET'
  return {
    read_only,
    destructive: declared.destructive ?? (!read_only && OVERWRITING.test(declaration.each ?? method)),
    idempotent: declared.idempotent ?? (read_only || method === 'PUT' || method === 'DELETE'),
  }
}
