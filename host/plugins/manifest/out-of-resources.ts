import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'

/** The system's names for a lack of file descriptors, processes, memory or disk space. */
const CODES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM', 'ENOSPC', 'EDQUOT'])

/** esbuild reads some files itself. Its messages contain only the system's words. */
const WORDS = /too many open files|cannot allocate memory|no space left on device/i

interface Failure {
  readonly code?: unknown
  readonly cause?: unknown
  /** Of esbuild. */
  readonly errors?: readonly { readonly text?: string; readonly detail?: unknown }[]
}

/** Whether a load failed because the host was out of resources, which is not the author's mistake. */
export function isOutOfResources(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause, errors = [] } = error as Failure
  if (CODES.has(code) || isOutOfResources(cause)) return true
  return errors.some(({ text = '', detail }) => isOutOfResources(detail) || WORDS.test(text))
}

/** Names what could not be read or loaded. */
export const outOfResources = (what: string, error: unknown): Diagnostic =>
  diagnose('host_out_of_resources', { message: what, cause: error instanceof Error ? error.message : String(error) })
