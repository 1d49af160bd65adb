import { expect } from 'chai'
import { readNetwork, withinAny } from '../../../../host/base/networks/index.ts'

describe('A network', () => {
  it('is an address, or the first bits of one', () => {
    expect(readNetwork('10.0.0.0/8')).to.deep.equal({ address: '10.0.0.0', family: 'ipv4', prefix: 8 })
    expect(readNetwork('2001:db8::/32')).to.deep.equal({ address: '2001:db8::', family: 'ipv6', prefix: 32 })
    expect(readNetwork('10.0.0.7')).to.deep.equal({ address: '10.0.0.7', family: 'ipv4', prefix: 32 })
    expect(readNetwork('::1')).to.deep.equal({ address: '::1', family: 'ipv6', prefix: 128 })
  })

  it('is nothing else', () => {
    for (const text of ['', 'proxy', '10.0.0', '10.0.0.0/', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', '10.0.0.0/ 8'])
      expect(readNetwork(text), text).to.equal(undefined)
  })
})

describe('Networks', () => {
  const isInside = withinAny(['10.0.0.0/8', '192.0.2.7', '2001:db8::/32'])

  it('have the addresses that begin with their bits, IPv4 also mapped to IPv6', () => {
    for (const address of ['10.1.2.3', '192.0.2.7', '2001:db8::9', '::ffff:10.1.2.3', '::ffff:a01:203'])
      expect(isInside(address), address).to.equal(true)
  })

  it('have no others, and nothing that is no address', () => {
    for (const address of ['11.0.0.1', '192.0.2.8', '2001:db9::', '::10.1.2.3', '', 'localhost'])
      expect(isInside(address), address).to.equal(false)
  })

  it('are not made of anything else', () => {
    expect(() => withinAny(['10.0.0.0/'])).to.throw('[10.0.0.0/] is neither an address nor a network')
  })
})
