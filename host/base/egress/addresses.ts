import { BlockList, isIP } from 'node:net'

/** `ipv4` or `ipv6`, as Node's lists of addresses name them. */
export type Family = 'ipv4' | 'ipv6'

/** Returns the family of an address, or undefined for anything else, such as a name. */
export const familyOf = (text: string): Family | undefined => ({ 4: 'ipv4', 6: 'ipv6' } as const)[isIP(text) as 4 | 6]

/** The networks of the special-purpose registries of IANA, and addresses at which clouds serve their own machines. */
const SPECIAL: Readonly<Record<string, readonly string[]>> = {
  'an unspecified address, which is this machine': ['0.0.0.0/8', '::/128'],
  'a loopback address': ['127.0.0.0/8', '::1/128'],
  'a link-local address, where clouds serve credentials': ['169.254.0.0/16', 'fe80::/10'],
  'a private address': ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7', 'fec0::/10', '64:ff9b:1::/48'],
  'a shared address (carrier-grade NAT)': ['100.64.0.0/10'],
  'a multicast address': ['224.0.0.0/4', 'ff00::/8'],
  'an address of the cloud itself': ['168.63.129.16/32'],
  'a reserved address': [
    ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
    ...['240.0.0.0/4', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
  ],
}

/** Everything else of IPv6 is reserved. */
const PUBLIC_IPV6 = listOf(['2000::/3', '64:ff9b::/96'])

const KINDS = Object.entries(SPECIAL).map(
  ([kind, networks]) => [kind, listOf(networks.flatMap(withTranslated))] as const,
)

/** Says what kind of address it is if it is not on the public internet. Undefined if it is. */
export function specialKindOf(address: string): string | undefined {
  const [plain = ''] = address.split('%')
  const family = familyOf(plain)
  if (family === undefined) return 'not an address'
  const [kind] = KINDS.find(([, list]) => list.check(plain, family)) ?? []
  if (kind !== undefined || family === 'ipv4' || PUBLIC_IPV6.check(plain, family)) return kind
  return 'a reserved address'
}

/** An IPv4 network has a second form, by which it is reached from networks that have IPv6 only (RFC 6052). */
function withTranslated(network: string): string[] {
  const [address = '', prefix] = network.split('/')
  return familyOf(address) === 'ipv4' ? [network, `64:ff9b::${address}/${96 + Number(prefix)}`] : [network]
}

/** Makes a list of networks such as `10.0.0.0/8`. A list of IPv4 networks also has them mapped to IPv6. */
export function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), familyOf(address))
  }
  return list
}
