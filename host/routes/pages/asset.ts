import { createHash } from 'node:crypto'
import { prepare, sendPrepared } from '../../http/prepared.ts'
import type { Prepared } from '../../http/prepared.ts'
import type { Exchange } from '../../http/exchange.ts'

/** In the order of preference: what takes fewer bytes comes first. */
const ENCODINGS = ['br', 'gzip'] as const

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

/** Sends the smallest encoding that the client takes. */
export function sendAsset(exchange: Exchange, asset: Asset): void {
  const accepted = exchange.request.headers['accept-encoding']
  const name = typeof accepted === 'string' ? ENCODINGS.find((each) => asset[each] && takes(accepted, each)) : undefined
  sendPrepared(exchange, (name && asset[name]) ?? asset.identity)
}

/** `br;q=0` refuses it (RFC 9110 section 12.5.3). */
function takes(accepted: string, encoding: string): boolean {
  return accepted.split(',').some((each) => {
    const [name = '', weight = 'q=1'] = each.toLowerCase().split(';')
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(weight)
  })
}
