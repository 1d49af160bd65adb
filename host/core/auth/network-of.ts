import { isIPv6 } from 'node:net'

const GROUPS = 8
const OF_THE_NETWORK = 4

/**
 * What limits by address count: an IPv4 address, or the /64 of an IPv6 one, because whoever has one address there has all of
 * them. An IPv4 address in IPv6 clothing (`::ffff:192.0.2.1`) is the IPv4 address.
 */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const gap = Array.from({ length: GROUPS - before.length - after.length }, () => '0')
  const groups = [...before, ...gap, ...after].slice(0, OF_THE_NETWORK)
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`
}
