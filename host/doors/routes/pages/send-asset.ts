import type { Exchange } from '../../http/exchange.ts'
import { sendPrepared } from '../../http/send-prepared.ts'
import { ENCODINGS } from './make-asset.ts'
import type { Asset } from './make-asset.ts'

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
