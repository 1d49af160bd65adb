import { expect } from 'chai'
import { EgressRule, readEgressEntry } from '../../../../host/base/egress/index.ts'

const kindOf = (address: string, allowed: string[] = [], host = address) =>
  new EgressRule(allowed).refusedKind({ host, port: 80 }, address)

describe('the egress rule', () => {
  it('lets public addresses pass', () => {
    for (const address of ['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8'])
      expect(kindOf(address), address).to.equal(undefined)
  })

  const refused: Record<string, string[]> = {
    unspecified: ['0.0.0.0', '0.1.2.3', '::', '::ffff:0.0.0.0'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    'link-local': ['169.254.169.254', '::ffff:a9fe:a9fe', 'fe80::1', 'fe80::1%eth0', '64:ff9b::169.254.169.254'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00:ec2::254', 'fc00::1', 'fec0::1'],
    shared: ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
    multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
    'of the cloud': ['168.63.129.16'],
    reserved: [
      '192.0.0.192',
      '198.18.0.1',
      '203.0.113.9',
      '240.0.0.1',
      '255.255.255.255',
      '2001:db8::1',
      '2002:7f00:1::',
    ],
    'a reserved': ['::127.0.0.1', '100::1', '4000::1', '2001::1'],
  }
  for (const [kind, addresses] of Object.entries(refused))
    it(`refuses addresses that are ${kind}`, () => {
      for (const address of addresses) expect(kindOf(address), address).to.contain(kind)
    })

  it('allows what the operator names: hosts, domains, addresses and networks, each with or without a port', () => {
    expect(kindOf('127.0.0.1', ['localhost'], 'localhost')).to.equal(undefined)
    expect(kindOf('127.0.0.1', ['LocalHost:80'], 'localhost.')).to.equal(undefined)
    expect(kindOf('10.0.0.1', ['*.corp.example'], 'a.b.corp.example')).to.equal(undefined)
    expect(kindOf('127.0.0.1', ['127.0.0.1:80'])).to.equal(undefined)
    expect(kindOf('::1', ['[::1]:80'])).to.equal(undefined)
    expect(kindOf('fd00::7', ['fd00::/8'])).to.equal(undefined)
    expect(kindOf('10.1.2.3', ['8.8.8.8', '10.1.0.0/16'], 'db.corp.example')).to.equal(undefined)
  })

  it('allows nothing else', () => {
    expect(kindOf('127.0.0.1', ['localhost:81'], 'localhost')).to.contain('loopback')
    expect(kindOf('127.0.0.1', ['localhost'])).to.contain('loopback')
    expect(kindOf('10.0.0.1', ['*.corp.example'], 'corp.example')).to.contain('private')
    expect(kindOf('10.0.0.1', ['*.corp.example'], 'evilcorp.example')).to.contain('private')
    expect(kindOf('10.2.0.1', ['10.1.0.0/16'])).to.contain('private')
  })

  it('reads no entry that means something else than it seems to', () => {
    for (const text of [
      '',
      '*',
      '*.',
      'http://localhost',
      'localhost/x',
      'a b',
      '10.0.0.0/33',
      '300.1.1.1',
      '127.1',
      '[localhost]',
      'x:0',
      'x:70000',
      'me@x',
    ])
      expect(readEgressEntry(text), text).to.equal(undefined)
  })
})
