import type { SecretMember } from '@atrium/sdk/documents'
import { useSyncExternalStore } from 'react'
import { addressOf } from '../api/base-path.ts'

/** A secret that the host has returned once. */
export interface ShownSecret extends SecretMember {
  /** Undefined if the host no longer has it, because it answered the same request before. */
  readonly value: string | undefined
}

let shown: readonly ShownSecret[] = []
const listeners = new Set<() => void>()

function show(secrets: readonly ShownSecret[]): void {
  shown = secrets
  for (const listener of listeners) listener()
}

/** Clears the secrets on screen. They are stored nowhere else. */
export const forgetSecrets = (): void => show([])

/** The secrets that the dialog shows. */
export const useShownSecrets = (): readonly ShownSecret[] => useSyncExternalStore(listen, () => shown)

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows the declared secrets of an answer in a dialog, and returns the answer without them, so that no form and no cache keeps one. */
export function takeSecrets<Data>(data: Data, declared: readonly SecretMember[] = []): Data {
  if (declared.length === 0 || typeof data !== 'object' || data === null) return data
  const members = data as Readonly<Record<string, unknown>>
  show(declared.map((member) => ({ ...member, value: shownValue(member, members[member.name]) })))
  const isSecret = (name: string) => declared.some((member) => member.name === name)
  return Object.fromEntries(Object.entries(members).filter(([name]) => !isSecret(name))) as Data
}

/** An address relative to the platform is shown as a full URL. */
function shownValue({ format }: SecretMember, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return format === 'uri-reference' ? new URL(addressOf(value), window.location.origin).href : value
}
