import { BlockList, isIP } from 'node:net'

/** As in Node's lists of addresses. */
type Family = 'ipv4' | 'ipv6'

/** A network. For a single address, all bits are fixed. */
interface Network {
  readonly address: string
  readonly family: Family
  /** The number of leading fixed bits. */
  readonly prefix: number
}

const BITS: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 }

/** Returns the family of an address, or undefined for anything else, such as a name. */
export const familyOf = (text: string): Family | undefined => ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(text) as 4 | 6]

/** Reads an address, or a network such as `10.0.0.0/8`. Undefined if it is neither. */
export function readNetwork(text: string): Network | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const family = familyOf(address)
  if (family === undefined) return undefined
  const prefix = length === undefined ? BITS[family] : Number(length)
  return prefix <= BITS[family] ? { address, family, prefix } : undefined
}

/**
 * Makes the function that tells whether an address is in one of these networks. An IPv4 network includes its addresses mapped to IPv6
 * (`::ffff:10.0.0.1`). A text that is not an address is in no network.
 * @throws RangeError for a text that `readNetwork` does not accept
 */
export function withinAny(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const text of networks) {
    const network = readNetwork(text)
    if (network === undefined) throw new RangeError(`[${text}] is neither an address nor a network.`)
    list.addSubnet(network.address, network.prefix, network.family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && list.check(address, family)
  }
}
