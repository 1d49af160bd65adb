import { createHash } from 'node:crypto'
import { prepare } from '../../http/prepare.ts'
import type { Prepared } from '../../http/prepare.ts'

/** In the order of preference: what takes fewer bytes comes first. */
export const ENCODINGS = ['br', 'gzip'] as const

/** How the bytes of a file may be written, by Content-Encoding. */
export interface Contents {
  readonly identity: Buffer
  readonly br?: Buffer | undefined
  readonly gzip?: Buffer | undefined
}

/** A file kept ready in each of its encodings. */
export type Asset = Readonly<Record<keyof Contents, Prepared | undefined>> & { readonly identity: Prepared }

/** @param headers as a flat list; Vary and Content-Encoding are added */
export function makeAsset(contents: Contents, type: string, headers: readonly string[]): Asset {
  const hash = createHash('sha256').update(contents.identity).digest('base64url').slice(0, 16)
  const encoded = (name: (typeof ENCODINGS)[number]) => {
    const body = contents[name]
    const validators = [...headers, 'Vary', 'Accept-Encoding', 'Content-Encoding', name]
    return body && prepare(body, `"${hash}.${name}"`, { type, validators })
  }
  const identity = prepare(contents.identity, `"${hash}"`, {
    type,
    validators: [...headers, 'Vary', 'Accept-Encoding'],
  })
  return { identity, br: encoded('br'), gzip: encoded('gzip') }
}
