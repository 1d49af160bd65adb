import { familyOf, withinAny } from '../networks/index.ts'

/** The networks of IANA's special-purpose registries, and addresses at which clouds serve their own machines. */
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

/** The rest of IPv6 is reserved. */
const isPublicIPv6 = withinAny(['2000::/3', '64:ff9b::/96'])

const KINDS = Object.entries(SPECIAL).map(
  ([kind, networks]) => [kind, withinAny(networks.flatMap(withTranslated))] as const,
)

/** Returns the kind of an address (without a zone) that is not on the public internet. Undefined for public addresses. */
export function specialKindOf(address: string): string | undefined {
  const family = familyOf(address)
  if (family === undefined) return 'not an address'
  const [kind] = KINDS.find(([, covers]) => covers(address)) ?? []
  if (kind !== undefined || family === 'ipv4' || isPublicIPv6(address)) return kind
  return 'a reserved address'
}

/** An IPv4 network has a second form, which is used from IPv6-only networks (RFC 6052). */
function withTranslated(network: string): string[] {
  const [address = '', prefix] = network.split('/')
  return familyOf(address) === 'ipv4' ? [network, `64:ff9b::${address}/${96 + Number(prefix)}`] : [network]
}
